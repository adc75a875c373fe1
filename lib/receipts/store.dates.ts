import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { MailKind } from "./rules";

/** Lists the draws of which a reading was chosen before `chosenBefore`, and whose buyers are still to be told. */
export async function listChosenDraws(db: Database, chosenBefore: Date): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select draw_id from zone_choices
      where queued_to is not null and chosen_at <= ${chosenBefore.toISOString()}::timestamptz order by draw_id`,
  );
  return rows.map((row) => row.draw_id);
}

/**
 * Queues a mail with the dates for the next orders of a draw: sold ones with an address that hold a number in a pool of
 * which a receipt that was sent tells other times. Gives how many orders were looked at, none at the end, and how many
 * mails they made. Whoever comes while another is at it finds nothing.
 */
export async function queueDatesBatch(
  db: Database,
  { drawId, now, most }: { drawId: string; now: Date; most: number },
): Promise<{ seen: number; queued: number }> {
  const kind: MailKind = "dates";
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows<{ seen: number; queued: number }>(
    db,
    sql`with place as materialized (
      select queued_to, revision, told from zone_choices
      where draw_id = ${drawId} and queued_to is not null for update skip locked
    ), next as materialized (
      select o.* from place p cross join lateral (
        select order_id, status, buyer ->> 'email' as email from orders
        where draw_id = ${drawId} and order_id > p.queued_to order by order_id ${atMost(most)}
      ) o
    ), told as (
      select n.order_id from next n cross join place p cross join lateral (
        select from outbox m, number_ranges r
        where m.draw_id = ${drawId} and m.order_id = n.order_id
          and m.kind = any('{receipt,copy}') and m.state = 'sent'
          and r.draw_id = ${drawId} and r.order_id = n.order_id and r.voided_at is null
          and case when m.revision is null then p.told -> 'earlier' ? r.pool_id
            else m.revision < p.revision and p.told -> 'present' ? r.pool_id end
        limit 1
      ) mailed
      where n.status = 'finalized' and n.email <> ''
    ), queued as (
      insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, t.order_id || ${`-${kind}`}::text, t.order_id, ${kind}::text, 'bulk', ${at}, ${at}
      from told t on conflict (draw_id, mail_id) do nothing returning order_id
    ), moved as (
      update zone_choices set queued_to = (select max(order_id) from next)
      where draw_id = ${drawId} and exists (select from place) returning draw_id
    )
    select (select count(*)::int from next) as seen, (select count(*)::int from queued) as queued`,
  );
  return row ?? { seen: 0, queued: 0 };
}
