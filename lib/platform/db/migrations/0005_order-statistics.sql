CREATE STATISTICS "orders_email_values" ON (lower("buyer" ->> 'email')) FROM "orders";--> statement-breakpoint
CREATE STATISTICS "orders_phone_values" ON ("buyer" ->> 'phone') FROM "orders";--> statement-breakpoint
ANALYZE "orders";
