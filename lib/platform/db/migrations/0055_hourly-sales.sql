CREATE TABLE "half_hour_sales" (
	"draw_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"device_id" text NOT NULL,
	"operator" text NOT NULL,
	"team_id" text NOT NULL,
	"orders" integer NOT NULL,
	"tickets" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"void_tickets" integer NOT NULL,
	"void_cents" bigint NOT NULL,
	CONSTRAINT "half_hour_sales_key" PRIMARY KEY("draw_id","starts_at","method","device_id","operator","team_id")
);
--> statement-breakpoint
CREATE TABLE "half_hour_sales_progress" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"counted_at" timestamp with time zone
);
