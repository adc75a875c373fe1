CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"key_check" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_only" CHECK ("installation"."only")
);
--> statement-breakpoint
ALTER TABLE "draw_secrets" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "draw_secrets" ADD COLUMN "unfit_reason" text;--> statement-breakpoint
ALTER TABLE "draw_secrets" ADD COLUMN "unfit_at" timestamp with time zone;