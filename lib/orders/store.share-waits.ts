import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { Size } from "@/lib/limits/rules.shares";

/** An order that a share had no room for: what it wanted of each pool, and in whose shares it counts. */
export type Crowded = { drawId: string; holders: string[]; wanted: ReadonlyMap<string, Size> };

/** The holders whose share of a pool has no room for an order, as they are now: none when room came free meanwhile. */
export async function findFullShares(db: Database, { drawId, holders, wanted }: Crowded): Promise<string[]> {
  const sizes = [...wanted.values(), { tickets: 1, cents: 0 }];
  const rows = await queryRows<{ holder: string }>(
    db,
    sql`select distinct s.holder from ticket_shares s
      join unnest(${sql.param([...wanted.keys(), ""])}::text[], ${sql.param(sizes.map(({ tickets }) => tickets))}::int[],
        ${sql.param(sizes.map(({ cents }) => cents))}::bigint[]) as w(pool_id, tickets, cents) on w.pool_id = s.pool_id
      where s.draw_id = ${drawId} and s.holder = any(${sql.param(holders)}::text[])
        and (s.held + w.tickets > s.allowance or s.held_cents + w.cents > s.allowance_cents)`,
  );
  return rows.map(({ holder }) => holder);
}

/** When the next hold of a draw ends after `now` that counts in one of these shares, or any of it when null; or null. */
export async function findNextEnd(
  db: Database,
  { drawId, holders, now }: { drawId: string; holders: string[] | null; now: Date },
): Promise<Date | null> {
  const rows = await queryRows<{ expires_at: string | Date }>(
    db,
    sql`select expires_at from orders
      where draw_id = ${drawId} and status = 'reserved' and expires_at > ${now.toISOString()}::timestamptz
        and (${sql.param(holders)}::text[] is null or share_holders && ${sql.param(holders)}::text[])
      order by expires_at limit 1`,
  );
  return rows[0] ? new Date(rows[0].expires_at) : null;
}
