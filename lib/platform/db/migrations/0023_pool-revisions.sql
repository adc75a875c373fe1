ALTER TABLE "orders" DROP CONSTRAINT "orders_draw_id_draws_draw_id_fk";
--> statement-breakpoint
ALTER TABLE "pools" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "pools" p SET "revision" = d."revision" FROM "draws" d WHERE d."draw_id" = p."draw_id";
