CREATE TABLE "draw_revisions" (
	"draw_id" text NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "draw_revisions_draw_id_revision_pk" PRIMARY KEY("draw_id","revision")
);
--> statement-breakpoint
ALTER TABLE "draw_revisions" ADD CONSTRAINT "draw_revisions_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;