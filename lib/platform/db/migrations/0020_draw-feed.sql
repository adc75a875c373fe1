CREATE TABLE "feed_draws" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"outcome" text,
	"seen" jsonb,
	"accepted_digest" text,
	"refused_digest" text,
	"refused_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"asked_until" timestamp with time zone NOT NULL
);
