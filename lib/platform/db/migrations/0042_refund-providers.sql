ALTER TABLE "refunds" ADD COLUMN "provider" text DEFAULT 'bambora' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_code" text;