ALTER TABLE "payment_attempts" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_tries" ADD COLUMN "account_key" text;--> statement-breakpoint
ALTER TABLE "payment_tries" ADD COLUMN "trial_number" integer;--> statement-breakpoint
CREATE INDEX "payment_tries_of_account" ON "payment_tries" USING btree ("account_key","sent_at") WHERE "payment_tries"."account_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_tries_trial" ON "payment_tries" USING btree ("account_key","trial_number") WHERE "payment_tries"."trial_number" is not null;