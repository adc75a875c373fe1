-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_refused" ON "refunds" USING btree ("draw_id","requested_at") WHERE "refunds"."state" = 'refused';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_failed" ON "outbox" USING btree ("draw_id","queued_at") WHERE "outbox"."state" = 'failed';