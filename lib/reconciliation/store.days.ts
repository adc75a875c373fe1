import "server-only";
import { sql } from "drizzle-orm";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { DaySpan } from "@/lib/local-time";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { DayCash } from "./rules.day";
import type { CheckedDraw } from "./rules.findings";

const zoneColumn = sql`coalesce(d.definition ->> 'timeZone', 'America/Toronto')`;

export async function listTimeZones(db: Database, accessScope: AccessScope): Promise<string[]> {
  const rows = await queryRows<{ zone: string }>(
    db,
    sql`select distinct ${zoneColumn} as zone from draws d where ${accessScopeCondition(accessScope)} order by 1`,
  );
  return rows.map(({ zone }) => zone);
}

/** Sums the cash of each draw in the span of its time zone. */
export async function listCash(
  db: Database,
  days: ReadonlyMap<string, DaySpan>,
  accessScope: AccessScope,
): Promise<Omit<DayCash, "isOver">[]> {
  // With `offset 0` PostgreSQL reads draw by draw, instead of joining the rows of all draws first.
  const eachDraw = accessScope === "everything" ? sql`` : sql`offset 0`;
  const spans = [...days.values()];
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  const rows = await queryRows<
    Record<"sales" | "taken" | "refunds" | "given_back", string> & { draw_id: string; zone: string }
  >(
    db,
    sql`with day as materialized (
      select d.draw_id, span.* from draws d join unnest(${sql.param([...days.keys()])}::text[],
        ${begins}::timestamptz[], ${ends}::timestamptz[]) as span (zone, begins, ends) on span.zone = ${zoneColumn}
      where ${accessScopeCondition(accessScope)}
    ), moved as (
      select day.draw_id, day.zone, a.amount_cents as taken, null::int as given_back
      from day cross join lateral (
        select amount_cents from payment_attempts where draw_id = day.draw_id and sent_at >= day.begins
          and sent_at < day.ends and method = 'cash' and state = 'approved' ${eachDraw}
      ) a
      union all
      select day.draw_id, day.zone, null, f.amount_cents
      from day cross join lateral (
        select amount_cents from refunds where draw_id = day.draw_id and answered_at >= day.begins
          and answered_at < day.ends and method = 'cash' and state = 'done' ${eachDraw}
      ) f
    )
    select draw_id, zone, count(taken) as sales, coalesce(sum(taken), 0) as taken, count(given_back) as refunds,
      coalesce(sum(given_back), 0) as given_back
    from moved group by draw_id, zone order by draw_id`,
  );
  return rows.map((row) => ({
    instanceId: row.draw_id,
    timeZone: row.zone,
    sales: Number(row.sales),
    takenCents: Number(row.taken),
    refunds: Number(row.refunds),
    givenBackCents: Number(row.given_back),
  }));
}

export async function listCheckedDraws(db: Database, accessScope: AccessScope = "everything"): Promise<CheckedDraw[]> {
  const firstSentColumn = sql`min(sent_at) as first_sent_at from payment_attempts where method <> 'cash'`;
  const firstSent =
    accessScope === "everything"
      ? sql`(select draw_id, ${firstSentColumn} group by draw_id) a on a.draw_id = d.draw_id`
      : sql`lateral (select ${firstSentColumn} and draw_id = d.draw_id) a on true`;
  const rows = await queryRows<{ draw_id: string; since: string | Date; has_attempts: boolean }>(
    db,
    sql`select d.draw_id, least(d.created_at, a.first_sent_at) as since, a.first_sent_at is not null as has_attempts
      from draws d
      left join ${firstSent} where ${accessScopeCondition(accessScope)} order by d.draw_id`,
  );
  return rows.map((row) => ({ drawId: row.draw_id, since: new Date(row.since), hasAttempts: row.has_attempts }));
}

export async function listDrawsOutside(db: Database, accessScope: AccessScope): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select d.draw_id from draws d where not ${accessScopeCondition(accessScope)}`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}

export type DayBounds = Map<string, DaySpan>;

type DayBoundsRow = { zone: string; begins: string | Date; ends: string | Date };

/** A day next to a closed one begins or ends with it, so that no sale is in two days or in none. */
export async function readDayBounds(db: Database, day: string, computed: DayBounds): Promise<DayBounds> {
  const zones = [...computed.keys()];
  const rows = await queryRows<DayBoundsRow>(
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

export async function storeDayBounds(db: Database, day: string, bounds: DayBounds): Promise<void> {
  const instants = (of: (span: DaySpan) => Date) =>
    sql.param([...bounds.values()].map((span) => of(span).toISOString()));
  await db.execute(
    sql`insert into day_cuts (zone, day, begins_at, ends_at)
      select zone, ${day}::date, begins, ends
      from unnest(${sql.param([...bounds.keys()])}::text[], ${instants(({ from }) => from)}::timestamptz[],
        ${instants(({ to }) => to)}::timestamptz[]) as cut (zone, begins, ends)
      on conflict (zone, day) do nothing`,
  );
}
