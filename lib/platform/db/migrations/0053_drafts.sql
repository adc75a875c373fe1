CREATE TABLE "draw_drafts" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"parent_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"base_revision" integer,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text
);
--> statement-breakpoint
ALTER TABLE "draw_secrets" DROP CONSTRAINT "draw_secrets_draw_id_draws_draw_id_fk";
