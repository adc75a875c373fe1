ALTER TABLE "audit_entries" ADD COLUMN "sealed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "audit_entries" SET "sequence" = NULL, "seal" = NULL WHERE "sequence" IS NOT NULL OR "seal" IS NOT NULL;
