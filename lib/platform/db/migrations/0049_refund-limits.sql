ALTER TABLE "refunds" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "refund_limit_cents" integer DEFAULT 50000 NOT NULL;