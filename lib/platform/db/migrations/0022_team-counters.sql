CREATE TABLE "pool_teams" (
	"draw_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"team_id" text NOT NULL,
	"tickets" integer NOT NULL,
	CONSTRAINT "pool_teams_draw_id_pool_id_team_id_pk" PRIMARY KEY("draw_id","pool_id","team_id")
);
--> statement-breakpoint
ALTER TABLE "pool_teams" ADD CONSTRAINT "pool_teams_draw_id_pool_id_pools_draw_id_pool_id_fk" FOREIGN KEY ("draw_id","pool_id") REFERENCES "public"."pools"("draw_id","pool_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "pool_teams" ("draw_id", "pool_id", "team_id", "tickets")
SELECT o."draw_id", r."pool_id", o."team_id", sum(r."last_number" - r."first_number" + 1)::integer
FROM "orders" o JOIN "number_ranges" r ON r."draw_id" = o."draw_id" AND r."order_id" = o."order_id"
WHERE o."status" = 'finalized' AND o."team_id" IS NOT NULL AND r."voided_at" IS NULL
GROUP BY o."draw_id", r."pool_id", o."team_id";
