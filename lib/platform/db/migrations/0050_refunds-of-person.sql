-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_of_person" ON "refunds" USING btree ("person_id","requested_at") WHERE "refunds"."person_id" is not null;
