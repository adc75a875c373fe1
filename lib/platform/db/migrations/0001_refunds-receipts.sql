CREATE TABLE "refunds" (
	"draw_id" text NOT NULL,
	"refund_number" text NOT NULL,
	"order_id" text,
	"gateway_order_number" text NOT NULL,
	"line_numbers" integer[] NOT NULL,
	"cause" text NOT NULL,
	"method" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"gateway_transaction_id" text,
	"gateway_code" integer,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"deadline_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"missed_at" timestamp with time zone,
	CONSTRAINT "refunds_draw_id_refund_number_pk" PRIMARY KEY("draw_id","refund_number"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"draw_id" text NOT NULL,
	"mail_id" text NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "outbox_draw_id_mail_id_pk" PRIMARY KEY("draw_id","mail_id")
);
--> statement-breakpoint
ALTER TABLE "draw_secrets" ADD COLUMN "first_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "validation_hash" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "ask_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "missed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "captured_cents" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt" FOREIGN KEY ("draw_id","gateway_order_number") REFERENCES "public"."payment_attempts"("draw_id","gateway_order_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_draw_id_order_id_orders_draw_id_order_id_fk" FOREIGN KEY ("draw_id","order_id") REFERENCES "public"."orders"("draw_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open" ON "refunds" USING btree ("draw_id","gateway_order_number") WHERE "refunds"."state" in ('pending', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("draw_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_to_do" ON "refunds" USING btree ("ask_at") WHERE "refunds"."state" in ('pending', 'sent', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_one_receipt" ON "outbox" USING btree ("draw_id","order_id") WHERE "outbox"."kind" = 'receipt';--> statement-breakpoint
CREATE INDEX "outbox_of_order" ON "outbox" USING btree ("draw_id","order_id");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("try_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_validation" ON "orders" USING btree ("draw_id","validation_hash");--> statement-breakpoint
CREATE INDEX "payment_attempts_to_ask" ON "payment_attempts" USING btree ("ask_at") WHERE "payment_attempts"."state" in ('sent', 'unknown', 'missing');--> statement-breakpoint
UPDATE "payment_attempts" SET "ask_at" = "deadline_at" WHERE "state" in ('sent', 'unknown');--> statement-breakpoint
INSERT INTO "outbox" ("draw_id", "mail_id", "order_id", "kind", "state", "queued_at", "try_at") SELECT "draw_id", "order_id" || '-receipt', "order_id", 'receipt', 'waiting', now(), now() FROM "orders" WHERE "status" = 'finalized';--> statement-breakpoint
UPDATE "draw_secrets" SET "first_used_at" = now() WHERE EXISTS (SELECT FROM "payment_attempts" "a" WHERE "a"."draw_id" = "draw_secrets"."draw_id");
