import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { atLeastNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { everyone } from "@/lib/shares/rules";

import { nearlyGone, shortHoldLimits } from "./rules.holds";
import type { NewAuditEntry } from "./store.audit";
import { insertEntries } from "./store.audit";

/**
 * Moves a hold's end to `expiresAt`, or to the end of a short hold for who has not paid before where a pool is nearly
 * gone. Gives false when the order is no longer reserved, has ended, was extended often enough, or lasts as long
 * already: a call that is repeated counts once.
 */
export async function extendHold(
  db: Database,
  hold: { drawId: string; orderId: string; now: Date; expiresAt: Date; maxExtensions: number; actor: AuditActor },
): Promise<boolean> {
  const { now, drawId, orderId } = hold;
  const at = sql`${now.toISOString()}::timestamptz`;
  const expiresAt = sql`${hold.expiresAt.toISOString()}::timestamptz`;
  const shortEnd = sql`${new Date(now.getTime() + shortHoldLimits.lifeMs).toISOString()}::timestamptz`;
  const inAll = sql`${shortHoldLimits.totalMs / 1000}::int * interval '1 second'`;
  const entry: NewAuditEntry = { action: "extended", at: now, actor: hold.actor };
  const facts = sql`jsonb_build_object('expiresAt',
    to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  const rows = await queryRows(
    db,
    sql`with target as materialized (
      select case when ${everyone} = any(o.share_holders) and exists (
        select from order_lines l join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
        where l.draw_id = o.draw_id and l.order_id = o.order_id
          and p.max_tickets - p.sold - p.reserved < ${nearlyGone}::numeric * p.max_tickets
      ) then least(${shortEnd}, o.placed_at + ${inAll}) else ${expiresAt} end as ends_at,
        o.status, o.expires_at, o.extensions
      from orders o where o.draw_id = ${drawId} and o.order_id = ${orderId} for update of o
    ), extended as (
      update orders o set expires_at = t.ends_at, extensions = t.extensions + 1 from target t
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and t.status = 'reserved'
        and t.expires_at > ${atLeastNow(at)} and t.extensions < ${hold.maxExtensions} and t.expires_at < t.ends_at
      returning o.draw_id, o.order_id, o.expires_at
    ), noted as (${insertEntries(sql`extended`, entry, facts)})
    select order_id from extended`,
  );
  return rows.length === 1;
}
