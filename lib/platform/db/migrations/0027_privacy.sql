CREATE TABLE "erasure_walks" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"order_id" text NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_province" text;--> statement-breakpoint
ALTER TABLE "erasure_walks" ADD CONSTRAINT "erasure_walks_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_erased" CHECK ("orders"."erased_at" is null
        or "orders"."buyer" is null and "orders"."card_last_four" is null and "orders"."client_key" = '') NOT VALID;