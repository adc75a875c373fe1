CREATE TABLE "draw_results" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"revision" integer NOT NULL,
	"look_at" timestamp with time zone,
	"winners" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"told" jsonb,
	"round" integer NOT NULL,
	"queued_to" integer,
	CONSTRAINT "draw_results_draw_id_pool_id_pk" PRIMARY KEY("draw_id","pool_id")
);
--> statement-breakpoint
ALTER TABLE "draw_results" ADD CONSTRAINT "draw_results_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_bulk" ON "outbox" USING btree ("try_at") WHERE "outbox"."state" = 'bulk';