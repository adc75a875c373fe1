CREATE TABLE "lost_numbers" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"restored_to" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lost_numbers_draw_id_pool_id_first_number_pk" PRIMARY KEY("draw_id","pool_id","first_number"),
	CONSTRAINT "lost_numbers_order" CHECK ("lost_numbers"."first_number" >= 1 and "lost_numbers"."last_number" >= "lost_numbers"."first_number")
);
--> statement-breakpoint
ALTER TABLE "lost_numbers" ADD CONSTRAINT "lost_numbers_draw_id_pool_id_pools_draw_id_pool_id_fk" FOREIGN KEY ("draw_id","pool_id") REFERENCES "public"."pools"("draw_id","pool_id") ON DELETE no action ON UPDATE no action;