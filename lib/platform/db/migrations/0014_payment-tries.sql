CREATE TABLE "payment_tries" (
	"draw_id" text NOT NULL,
	"gateway_order_number" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"network_key" text,
	"client_key" text,
	"device_id" text,
	"merchant_key" text,
	CONSTRAINT "payment_tries_draw_id_gateway_order_number_pk" PRIMARY KEY("draw_id","gateway_order_number")
);
--> statement-breakpoint
CREATE INDEX "payment_tries_of_network" ON "payment_tries" USING btree ("network_key","sent_at") WHERE "payment_tries"."network_key" is not null;--> statement-breakpoint
CREATE INDEX "payment_tries_of_client" ON "payment_tries" USING btree ("client_key","sent_at") WHERE "payment_tries"."client_key" is not null;--> statement-breakpoint
CREATE INDEX "payment_tries_of_device" ON "payment_tries" USING btree ("device_id","sent_at") WHERE "payment_tries"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_tries_of_merchant" ON "payment_tries" USING btree ("merchant_key","sent_at") WHERE "payment_tries"."merchant_key" is not null;--> statement-breakpoint
CREATE INDEX "payment_tries_sent" ON "payment_tries" USING btree ("sent_at");