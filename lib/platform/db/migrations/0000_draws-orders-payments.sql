CREATE TABLE "draw_secrets" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"parent_id" text NOT NULL,
	"definition" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"approval_state" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pools" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"max_tickets" integer,
	"sold" integer NOT NULL,
	"reserved" integer NOT NULL,
	"jackpot_base_cents" bigint NOT NULL,
	"sales_cents" bigint NOT NULL,
	"reserved_cents" bigint NOT NULL,
	"max_jackpot_cents" bigint,
	"cut_off_at" timestamp with time zone,
	CONSTRAINT "pools_draw_id_pool_id_pk" PRIMARY KEY("draw_id","pool_id"),
	CONSTRAINT "pools_capacity" CHECK ("pools"."sold" + "pools"."reserved" <= coalesce("pools"."max_tickets", 1000000000)),
	CONSTRAINT "pools_jackpot" CHECK ("pools"."jackpot_base_cents" + "pools"."sales_cents" + "pools"."reserved_cents" <= "pools"."max_jackpot_cents"),
	CONSTRAINT "pools_not_negative" CHECK ("pools"."sold" >= 0 and "pools"."reserved" >= 0 and "pools"."reserved_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "number_ranges" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "number_ranges_draw_id_pool_id_first_number_pk" PRIMARY KEY("draw_id","pool_id","first_number"),
	CONSTRAINT "number_ranges_order" CHECK ("number_ranges"."first_number" >= 1 and "number_ranges"."last_number" >= "number_ranges"."first_number")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"draw_id" text NOT NULL,
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"pool_id" text NOT NULL,
	"package_id" text NOT NULL,
	"bundle_id" text,
	"quantity" integer NOT NULL,
	"tickets" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "order_lines_draw_id_order_id_line_number_pk" PRIMARY KEY("draw_id","order_id","line_number"),
	CONSTRAINT "order_lines_tickets" CHECK ("order_lines"."tickets" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"draw_id" text NOT NULL,
	"order_id" text NOT NULL,
	"order_code" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"locale" text NOT NULL,
	"buyer" jsonb,
	"team_id" text,
	"is_test" boolean NOT NULL,
	"client_key" text NOT NULL,
	"hold_slot" smallint,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"extensions" integer NOT NULL,
	"finalized_at" timestamp with time zone,
	"card_type" text,
	"card_last_four" text,
	CONSTRAINT "orders_draw_id_order_id_pk" PRIMARY KEY("draw_id","order_id"),
	CONSTRAINT "orders_hold_slot_from_one" CHECK ("orders"."hold_slot" >= 1),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"draw_id" text NOT NULL,
	"gateway_order_number" text NOT NULL,
	"order_id" text,
	"attempt_number" integer NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"token_hash" text NOT NULL,
	"opened_by" text,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"gateway_transaction_id" text,
	"gateway_code" integer,
	"sent_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_draw_id_gateway_order_number_pk" PRIMARY KEY("draw_id","gateway_order_number")
);
--> statement-breakpoint
ALTER TABLE "draw_secrets" ADD CONSTRAINT "draw_secrets_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_ranges" ADD CONSTRAINT "number_ranges_draw_id_order_id_orders_draw_id_order_id_fk" FOREIGN KEY ("draw_id","order_id") REFERENCES "public"."orders"("draw_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_draw_id_order_id_orders_draw_id_order_id_fk" FOREIGN KEY ("draw_id","order_id") REFERENCES "public"."orders"("draw_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_draw_id_order_id_orders_draw_id_order_id_fk" FOREIGN KEY ("draw_id","order_id") REFERENCES "public"."orders"("draw_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draws_by_parent" ON "draws" USING btree ("parent_id","closes_at");--> statement-breakpoint
CREATE UNIQUE INDEX "number_ranges_last" ON "number_ranges" USING btree ("draw_id","pool_id","last_number");--> statement-breakpoint
CREATE UNIQUE INDEX "number_ranges_line" ON "number_ranges" USING btree ("draw_id","order_id","line_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("draw_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code" ON "orders" USING btree ("draw_id","order_code");--> statement-breakpoint
CREATE INDEX "orders_expiring" ON "orders" USING btree ("expires_at") WHERE "orders"."status" = 'reserved';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_hold_slot" ON "orders" USING btree ("draw_id","client_key","hold_slot") WHERE "orders"."status" in ('reserved', 'paying', 'unknown') and "orders"."hold_slot" is not null;--> statement-breakpoint
CREATE INDEX "orders_finalized" ON "orders" USING btree ("draw_id","finalized_at") WHERE "orders"."status" = 'finalized';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("draw_id","order_id") WHERE "payment_attempts"."state" in ('sent', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_approved" ON "payment_attempts" USING btree ("draw_id","order_id") WHERE "payment_attempts"."state" = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_token" ON "payment_attempts" USING btree ("draw_id","order_id","token_hash");--> statement-breakpoint
CREATE INDEX "payment_attempts_waiting" ON "payment_attempts" USING btree ("deadline_at") WHERE "payment_attempts"."state" in ('sent', 'unknown');