ALTER TABLE "draw_drafts" ADD COLUMN "preview_hash" text;--> statement-breakpoint
ALTER TABLE "draw_drafts" ADD COLUMN "preview_ends_at" timestamp with time zone;