-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_by_device" ON "orders" USING btree ("draw_id","device_id","placed_at","order_id") WHERE "orders"."device_id" is not null;
