-- A token that was sent for two orders before stays theirs: the later attempts get a hash of their own.
UPDATE "payment_attempts" a SET "token_hash" = a."token_hash" || ':' || a."gateway_order_number"
WHERE a."method" = 'apple_pay' AND EXISTS (
  SELECT FROM "payment_attempts" b WHERE b."draw_id" = a."draw_id" AND b."token_hash" = a."token_hash" AND b."method" = 'apple_pay'
    AND (b."sent_at", b."gateway_order_number") < (a."sent_at", a."gateway_order_number"));--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_wallet_token" ON "payment_attempts" USING btree ("draw_id","token_hash") WHERE "payment_attempts"."method" = 'apple_pay';