DROP INDEX "payment_tries_sent";--> statement-breakpoint
CREATE INDEX "payment_tries_sent_range" ON "payment_tries" USING brin ("sent_at");