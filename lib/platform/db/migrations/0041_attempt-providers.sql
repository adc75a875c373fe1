ALTER TABLE "payment_attempts" ADD COLUMN "provider" text DEFAULT 'bambora' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "provider_code" text;