ALTER TABLE "pools" ADD COLUMN "voided" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "pools" p SET "voided" = v."numbers" FROM (
  SELECT "draw_id", "pool_id", sum("last_number" - "first_number" + 1) AS "numbers" FROM "number_ranges"
  WHERE "voided_at" IS NOT NULL GROUP BY "draw_id", "pool_id"
) v WHERE p."draw_id" = v."draw_id" AND p."pool_id" = v."pool_id";
