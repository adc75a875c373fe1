-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_ended" ON "orders" USING btree ("draw_id","status","placed_at","order_id") WHERE "orders"."status" in ('expired', 'cancelled', 'refunded');
