CREATE TABLE "zone_choices" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"kept" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"revision" integer NOT NULL,
	"moves" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"queued_to" text
);
--> statement-breakpoint
CREATE TABLE "day_cuts" (
	"zone" text NOT NULL,
	"day" date NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "day_cuts_zone_day_pk" PRIMARY KEY("zone","day")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "zone_choices" ADD CONSTRAINT "zone_choices_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Releases before this one cut days by the zone data of Node 20, in which these zones still left summer time: days that
-- are over keep that cut (docs/decisions/062-changed-zones.md). The two zones on the right still have that rule.
INSERT INTO "day_cuts" ("zone", "day", "begins_at", "ends_at")
	SELECT "known"."zone", "day"::date, "day" AT TIME ZONE "rule"."zone", ("day" + interval '1 day') AT TIME ZONE "rule"."zone"
	FROM (SELECT DISTINCT "definition" ->> 'timeZone' AS "zone" FROM "draws") "known"
	JOIN (VALUES ('america/vancouver', 'America/Los_Angeles'), ('canada/pacific', 'America/Los_Angeles'),
		('america/edmonton', 'America/Denver'), ('america/yellowknife', 'America/Denver'), ('canada/mountain', 'America/Denver'))
		"rule" ("name", "zone") ON "rule"."name" = lower("known"."zone")
	CROSS JOIN LATERAL generate_series(timestamp '2026-11-01', now() AT TIME ZONE "rule"."zone", interval '1 day') "day"
	WHERE ("day" + interval '1 day') AT TIME ZONE "rule"."zone" <= now();
