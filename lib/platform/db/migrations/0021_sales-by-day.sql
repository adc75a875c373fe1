CREATE TABLE "pool_marks" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"tickets" integer NOT NULL,
	"sales_cents" bigint NOT NULL,
	"purchases" integer NOT NULL,
	CONSTRAINT "pool_marks_draw_id_pool_id_marked_at_pk" PRIMARY KEY("draw_id","pool_id","marked_at")
);
--> statement-breakpoint
ALTER TABLE "pools" ADD COLUMN "purchases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_marks" ADD CONSTRAINT "pool_marks_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "pools" p SET "purchases" = b."orders" FROM (
  SELECT "draw_id", "pool_id", count(DISTINCT "order_id")::integer AS "orders" FROM "number_ranges"
  WHERE "voided_at" IS NULL GROUP BY "draw_id", "pool_id"
) b WHERE p."draw_id" = b."draw_id" AND p."pool_id" = b."pool_id";--> statement-breakpoint
INSERT INTO "pool_marks" ("draw_id", "pool_id", "marked_at", "tickets", "sales_cents", "purchases")
SELECT p."draw_id", p."pool_id", now() - interval '1 day', p."sold" - p."voided" - coalesce(d."tickets", 0),
  p."sales_cents" - coalesce(d."cents", 0), p."purchases" - coalesce(d."orders", 0)
FROM "pools" p LEFT JOIN (
  SELECT o."draw_id", r."pool_id", sum(r."last_number" - r."first_number" + 1)::integer AS "tickets",
    sum(l."amount_cents")::bigint AS "cents", count(DISTINCT o."order_id")::integer AS "orders"
  FROM "orders" o
  JOIN "number_ranges" r ON r."draw_id" = o."draw_id" AND r."order_id" = o."order_id" AND r."voided_at" IS NULL
  JOIN "order_lines" l ON l."draw_id" = r."draw_id" AND l."order_id" = r."order_id" AND l."line_number" = r."line_number"
  WHERE o."status" = 'finalized' AND o."finalized_at" > now() - interval '1 day'
  GROUP BY o."draw_id", r."pool_id"
) d ON d."draw_id" = p."draw_id" AND d."pool_id" = p."pool_id"
WHERE p."sold" > 0;
