import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { DaySpan } from "./rules.day";

/** The cuts of one local day by zone. */
export type DayCuts = Map<string, DaySpan>;

type CutRow = { zone: string; begins: string | Date; ends: string | Date };

/**
 * Where a local day begins and ends in some zones: by the cut with which it was closed, else as `computed` says, from
 * the end of the day before to the begin of the next one where those were closed: no sale is in two days, or in none.
 */
export async function readDayCuts(db: Database, day: string, computed: DayCuts): Promise<DayCuts> {
  const zones = [...computed.keys()];
  const rows = await queryRows<CutRow>(
    db,
    sql`select z.zone, coalesce(own.begins_at, before.ends_at) as begins, coalesce(own.ends_at, next.begins_at) as ends
      from unnest(${sql.param(zones)}::text[]) as z (zone)
      left join day_cuts own on own.zone = z.zone and own.day = ${day}::date
      left join day_cuts before on before.zone = z.zone and before.day = ${day}::date - 1
      left join day_cuts next on next.zone = z.zone and next.day = ${day}::date + 1`,
  );
  return new Map(
    rows.flatMap(({ zone, begins, ends }): [string, DaySpan][] => {
      const span = computed.get(zone);
      return span ? [[zone, { from: new Date(begins ?? span.from), to: new Date(ends ?? span.to) }]] : [];
    }),
  );
}

/** Keeps the cuts of a day that is closed; one that is kept stays as it is. */
export async function keepDayCuts(db: Database, day: string, cuts: DayCuts): Promise<void> {
  const instants = (of: (span: DaySpan) => Date) => sql.param([...cuts.values()].map((span) => of(span).toISOString()));
  await db.execute(
    sql`insert into day_cuts (zone, day, begins_at, ends_at)
      select zone, ${day}::date, begins, ends
      from unnest(${sql.param([...cuts.keys()])}::text[], ${instants(({ from }) => from)}::timestamptz[],
        ${instants(({ to }) => to)}::timestamptz[]) as cut (zone, begins, ends)
      on conflict (zone, day) do nothing`,
  );
}
