ALTER TABLE "payment_attempts" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "operator" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "operator" text;--> statement-breakpoint
CREATE INDEX "payment_attempts_of_device" ON "payment_attempts" USING btree ("draw_id","device_id","sent_at") WHERE "payment_attempts"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_device" ON "refunds" USING btree ("draw_id","device_id","answered_at") WHERE "refunds"."device_id" is not null;--> statement-breakpoint
UPDATE "payment_attempts" a SET device_id = e.device_id, operator = e.operator FROM "audit_entries" e
WHERE e.draw_id = a.draw_id AND e.order_id = a.order_id AND e.device_id IS NOT NULL AND (
	(e.action = 'cash-taken' AND a.method = 'cash') OR
	(e.action = 'payment-sent' AND e.detail ->> 'attempt' = a.attempt_number::text));--> statement-breakpoint
UPDATE "payment_attempts" a SET device_id = o.device_id, operator = o.operator FROM "orders" o
WHERE o.draw_id = a.draw_id AND o.order_id = a.order_id AND o.device_id IS NOT NULL AND a.method = 'cash' AND a.device_id IS NULL;--> statement-breakpoint
UPDATE "refunds" f SET (device_id, operator) = (
	SELECT e.device_id, e.operator FROM "audit_entries" e
	WHERE e.draw_id = f.draw_id AND e.order_id = f.order_id AND e.action = 'refund-requested' AND e.device_id IS NOT NULL
		AND e.at <= f.requested_at
	ORDER BY e.detail ->> 'refundNumber' = f.refund_number DESC, e.at DESC LIMIT 1)
WHERE f.requested_by = 'device';
