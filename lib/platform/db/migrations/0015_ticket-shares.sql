CREATE TABLE "ticket_shares" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"holder" text NOT NULL,
	"orders" integer NOT NULL,
	"held" integer NOT NULL,
	"held_cents" bigint NOT NULL,
	"allowance" integer,
	"allowance_cents" bigint,
	"one_order" integer,
	"one_order_cents" bigint,
	"paid" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_shares_draw_id_pool_id_holder_pk" PRIMARY KEY("draw_id","pool_id","holder"),
	CONSTRAINT "ticket_shares_allowance" CHECK ("ticket_shares"."held" <= "ticket_shares"."allowance" and "ticket_shares"."held_cents" <= "ticket_shares"."allowance_cents"
        or "ticket_shares"."orders" <= 1 and "ticket_shares"."held" <= "ticket_shares"."one_order" and "ticket_shares"."held_cents" <= "ticket_shares"."one_order_cents")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "share_holders" text[];--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("draw_id","placed_at") WHERE "orders"."share_holders" is not null;