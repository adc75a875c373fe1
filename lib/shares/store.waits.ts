import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { ShareState } from "./rules";

/**
 * Reads what each of these holders has of the pools of a draw, and of its orders (pool `''`), and what is not sold of
 * them.
 */
export async function readShares(
  db: Database,
  { drawId, holders, poolIds }: { drawId: string; holders: string[]; poolIds: string[] },
): Promise<ShareState[]> {
  type Row = Record<string, string | number | null> & { holder: string; pool_id: string };
  const rows = await queryRows<Row>(
    db,
    sql`select h.holder, p.pool_id, p.unsold, p.unsold_cents, coalesce(s.orders, 0) as orders,
      coalesce(s.held, 0) as held,
      coalesce(s.held_cents, 0) as held_cents, coalesce(s.paid, 0) as paid, coalesce(s.paid_cents, 0) as paid_cents
      from unnest(${sql.param(holders)}::text[]) as h(holder) cross join (
        select pool_id, max_tickets - sold as unsold,
          max_jackpot_cents - jackpot_base_cents - sales_cents as unsold_cents
        from pools where draw_id = ${drawId} and pool_id = any(${sql.param(poolIds)}::text[])
        union all select '', null, null
      ) p
      left join ticket_shares s on s.draw_id = ${drawId} and s.pool_id = p.pool_id and s.holder = h.holder`,
  );
  return rows.map((row) => ({
    holder: row.holder,
    poolId: row.pool_id,
    orders: Number(row.orders),
    unsold: { tickets: numberOf(row.unsold), cents: numberOf(row.unsold_cents) },
    held: { tickets: Number(row.held), cents: Number(row.held_cents) },
    paid: { tickets: Number(row.paid), cents: Number(row.paid_cents) },
  }));
}

function numberOf(value: string | number | null | undefined): number | null {
  return value == null ? null : Number(value);
}

/** Which holds are meant: those that count in one of these shares, those of one browser, or all of the draw. */
export type HeldBy = { holders: string[] } | { clientKey: string } | null;

/** So many holds are looked through, of all draws: when none of them is meant, the end of the last is told. */
const looksThrough = 1000;

/**
 * When the next of these holds of a draw ends after `now`, or at least a time before which none does; null when none is
 * held.
 */
export async function findNextEnd(
  db: Database,
  { drawId, heldBy, now }: { drawId: string; heldBy: HeldBy; now: Date },
): Promise<Date | null> {
  let isMeant = sql`draw_id = ${drawId}`;
  if (heldBy && "holders" in heldBy)
    isMeant = sql`${isMeant} and share_holders && ${sql.param(heldBy.holders)}::text[]`;
  if (heldBy && "clientKey" in heldBy) isMeant = sql`${isMeant} and client_key = ${heldBy.clientKey}`;
  const rows = await queryRows<{ ends_at: string | Date | null }>(
    db,
    sql`select coalesce(min(expires_at) filter (where ${isMeant}),
        case when count(*) = ${looksThrough}::int then max(expires_at) end) as ends_at
      from (
        select draw_id, share_holders, client_key, expires_at from orders
        where status = 'reserved' and expires_at > ${now.toISOString()}::timestamptz
        order by expires_at ${atMost(looksThrough)}
      ) held`,
  );
  const endsAt = rows[0]?.ends_at;
  return endsAt ? new Date(endsAt) : null;
}
