import "server-only";

import { sql } from "drizzle-orm";
import type { Span } from "@/lib/number-spans";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/**
 * A pool's ranges at a past instant. Ranges are issued in ascending order and only ever become void, so the issued and
 * the void numbers of that time can be computed later.
 */
export type NumberBound = { highest: number; voidSpans: Span[]; lostSpans: LostSpan[] };

/** Numbers of sales lost in a restore. `voidSpans` includes them. */
export type LostSpan = Span & { at: Date };

/** `tx` must be the snapshot from which the counters are read that are compared with the bounds. */
export async function readNumberBounds(tx: Database, drawId: string): Promise<Map<string, NumberBound>> {
  const highest = await readHighest(tx, drawId);
  const voidSpans = await readVoidSpans(tx, drawId);
  const lost = await readLostSpans(tx, drawId);
  const toBound = (poolId: string): NumberBound => {
    const lostSpans = lost.get(poolId) ?? [];
    const toSpan = ({ first, last }: Span) => ({ first, last });
    return {
      highest: Math.max(highest.get(poolId) ?? 0, lostSpans.at(-1)?.last ?? 0),
      voidSpans: [...(voidSpans.get(poolId) ?? []), ...lostSpans.map(toSpan)].sort(compareFirst),
      lostSpans,
    };
  };
  return new Map([...new Set([...highest.keys(), ...lost.keys()])].map((poolId) => [poolId, toBound(poolId)]));
}

function compareFirst(left: Span, right: Span): number {
  return left.first - right.first;
}

/** There are rows only if a backup was restored. */
async function readLostSpans(tx: Database, drawId: string): Promise<Map<string, LostSpan[]>> {
  const rows = await queryRows<Span & { poolId: string; recordedAt: string | Date }>(
    tx,
    sql`select pool_id as "poolId", first_number as first, last_number as last, recorded_at as "recordedAt"
      from lost_numbers
      where draw_id = ${drawId} order by pool_id, first_number`,
  );
  const spans = new Map<string, LostSpan[]>();
  for (const { poolId, first, last, recordedAt } of rows) {
    const span = { first, last, at: new Date(recordedAt) };
    spans.set(poolId, [...(spans.get(poolId) ?? []), span]);
  }
  return spans;
}

/** Takes one step in the index per pool, however many ranges it has. */
async function readHighest(tx: Database, drawId: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ poolId: string; highest: number }>(
    tx,
    sql`with recursive pool as (
      (select r.pool_id from number_ranges r where r.draw_id = ${drawId} order by r.pool_id limit 1)
      union all
      select (
        select r.pool_id from number_ranges r where r.draw_id = ${drawId} and r.pool_id > pool.pool_id
        order by r.pool_id limit 1)
      from pool where pool.pool_id is not null
    )
    select pool.pool_id as "poolId", (
        select r.last_number from number_ranges r where r.draw_id = ${drawId} and r.pool_id = pool.pool_id
        order by r.last_number desc limit 1) as highest
    from pool where pool.pool_id is not null`,
  );
  return new Map(rows.map(({ poolId, highest }) => [poolId, highest]));
}

/** Merges adjacent ranges. */
async function readVoidSpans(tx: Database, drawId: string): Promise<Map<string, Span[]>> {
  const rows = await queryRows<Span & { poolId: string }>(
    tx,
    sql`with stepped as (
      select pool_id, first_number, last_number,
        first_number - lag(last_number) over (partition by pool_id order by first_number) as step
      from number_ranges where draw_id = ${drawId} and voided_at is not null
    ), spanned as (
      select pool_id, first_number, last_number,
        count(*) filter (where step is distinct from 1) over (partition by pool_id order by first_number) as span
      from stepped
    )
    select pool_id as "poolId", min(first_number) as first, max(last_number) as last
    from spanned group by pool_id, span order by pool_id, first`,
  );
  const spans = new Map<string, Span[]>();
  for (const { poolId, first, last } of rows) {
    const before = spans.get(poolId) ?? [];
    before.push({ first, last });
    spans.set(poolId, before);
  }
  return spans;
}
