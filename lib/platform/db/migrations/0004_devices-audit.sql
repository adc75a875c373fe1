CREATE TABLE "audit_entries" (
	"draw_id" text NOT NULL,
	"entry_id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"device_id" text,
	"operator" text,
	"detail" jsonb NOT NULL,
	"sequence" bigint,
	"seal" text,
	CONSTRAINT "audit_entries_draw_id_entry_id_pk" PRIMARY KEY("draw_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"parent_id" text NOT NULL,
	"location_id" text NOT NULL,
	"label" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"code_used_at" timestamp with time zone,
	"credential_hash" text,
	"registered_at" timestamp with time zone,
	"name" text,
	"operator" text,
	"printer" text,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "operator" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_draw_id_order_id_orders_draw_id_order_id_fk" FOREIGN KEY ("draw_id","order_id") REFERENCES "public"."orders"("draw_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_of_order" ON "audit_entries" USING btree ("draw_id","order_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_sequence" ON "audit_entries" USING btree ("draw_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_unsealed" ON "audit_entries" USING btree ("draw_id","at") WHERE "audit_entries"."sequence" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_credential" ON "devices" USING btree ("credential_hash");--> statement-breakpoint
CREATE INDEX "devices_by_parent" ON "devices" USING btree ("parent_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_recent" ON "orders" USING btree ("draw_id","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_unfinalized" ON "orders" USING btree ("draw_id","placed_at","order_id") WHERE "orders"."status" in ('reserved', 'paying', 'unknown');--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("draw_id",lower("buyer" ->> 'email'),"placed_at","order_id") WHERE "orders"."buyer" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_phone" ON "orders" USING btree ("draw_id",("buyer" ->> 'phone'),"placed_at","order_id") WHERE "orders"."buyer" ->> 'phone' is not null;--> statement-breakpoint
UPDATE "orders" SET buyer = jsonb_set(buyer, '{phone}', to_jsonb(regexp_replace(buyer ->> 'phone', '[^0-9]', '', 'g')))
WHERE buyer ->> 'phone' ~ '[^0-9]';--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, placed_at, 'placed', 'buyer', jsonb_build_object('amountCents', amount_cents, 'afterwards', true) FROM "orders";--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, sent_at, 'payment-sent', 'buyer',
	jsonb_build_object('attempt', attempt_number, 'amountCents', amount_cents, 'method', method, 'afterwards', true)
FROM "payment_attempts" WHERE order_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, coalesce(answered_at, sent_at), 'payment-' || state, 'system',
	jsonb_build_object('attempt', attempt_number, 'afterwards', true)
FROM "payment_attempts" WHERE order_id IS NOT NULL AND state IN ('approved', 'declined', 'missing', 'surplus');--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, expires_at, status, CASE status WHEN 'expired' THEN 'system' ELSE 'buyer' END, jsonb_build_object('afterwards', true)
FROM "orders" WHERE status IN ('expired', 'cancelled');--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, requested_at, 'refund-requested', CASE requested_by WHEN 'admin' THEN 'admin' ELSE 'system' END,
	jsonb_build_object('refundNumber', refund_number, 'amountCents', amount_cents, 'cause', cause, 'method', method,
		'lines', cardinality(line_numbers), 'afterwards', true)
FROM "refunds" WHERE order_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "order_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, order_id, coalesce(answered_at, requested_at), 'refund-' || state, 'system',
	jsonb_build_object('refundNumber', refund_number, 'amountCents', amount_cents, 'afterwards', true)
FROM "refunds" WHERE order_id IS NOT NULL AND state IN ('done', 'refused');
