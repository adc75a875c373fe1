CREATE TABLE "stub_walks" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"order_id" text NOT NULL,
	"finished_at" timestamp with time zone
);
