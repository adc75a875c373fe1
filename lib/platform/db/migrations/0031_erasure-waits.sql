CREATE TABLE "erasure_waits" (
	"draw_id" text NOT NULL,
	"order_id" text NOT NULL,
	"look_at" timestamp with time zone NOT NULL,
	CONSTRAINT "erasure_waits_draw_id_order_id_pk" PRIMARY KEY("draw_id","order_id")
);
--> statement-breakpoint
CREATE INDEX "erasure_waits_due" ON "erasure_waits" USING btree ("look_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_erased_digest" CHECK ("orders"."erased_at" is null or "orders"."request_hash" = '') NOT VALID;