import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { MailKind } from "@/lib/receipts/rules";

export type PoolKey = { drawId: string; poolId: string };

/** Counts only up to `limit`, which an index makes cheap. */
export async function countBulk(db: Database, drawId: string, limit: number): Promise<number> {
  const [row] = await queryRows<{ mails: number }>(
    db,
    sql`select count(*)::int as mails from (
      select from outbox where state = 'bulk' and draw_id = ${drawId} order by try_at ${limitClause(limit)}
    ) b`,
  );
  return row?.mails ?? 0;
}

/** Lists pools whose results are being announced, except those being corrected. */
export async function listQueuedPools(db: Database): Promise<PoolKey[]> {
  return queryRows<PoolKey>(
    db,
    sql`select draw_id as "drawId", pool_id as "poolId" from draw_results
      where queued_to is not null and told = winners order by draw_id, pool_id`,
  );
}

/** Queues an email per paid order whose pools all have results. `scanned` is 0 at the end or for a concurrent call. */
export async function queueResultBatch(
  db: Database,
  { drawId, poolId, now, limit }: PoolKey & { now: Date; limit: number },
): Promise<{ scanned: number; queued: number }> {
  const kind: MailKind = "result";
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows<{ scanned: number; queued: number }>(
    db,
    sql`with place as materialized (
      select queued_to from draw_results
      where draw_id = ${drawId} and pool_id = ${poolId} and queued_to is not null and told = winners
      for update skip locked
    ), next as materialized (
      select r.order_id, r.last_number from place p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = ${drawId} and pool_id = ${poolId} and first_number > p.queued_to
        order by first_number ${limitClause(limit)}
      ) r
    ), sold as materialized (
      select n.order_id from (select distinct order_id from next) n cross join lateral (
        select status, buyer from orders where draw_id = ${drawId} and order_id = n.order_id limit 1
      ) o
      where o.status = 'finalized' and o.buyer ->> 'email' <> ''
    ), queued as (
      insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, s.order_id || ${`-${kind}`}::text, s.order_id, ${kind}::text, 'bulk', ${at}, ${at}
      from sold s cross join lateral (
        select count(*) as lines, count(t.told) as told
        from number_ranges r left join draw_results t on t.draw_id = r.draw_id and t.pool_id = r.pool_id
        where r.draw_id = ${drawId} and r.order_id = s.order_id and r.voided_at is null
      ) pools where pools.lines > 0 and pools.told = pools.lines
      on conflict (draw_id, mail_id) do nothing returning order_id
    ), moved as (
      update draw_results set queued_to = (select max(last_number) from next)
      where draw_id = ${drawId} and pool_id = ${poolId} and exists (select from place) returning pool_id
    )
    select (select count(*)::int from next) as scanned, (select count(*)::int from queued) as queued`,
  );
  return row ?? { scanned: 0, queued: 0 };
}

/** Queues corrections for orders that were sent the result and have one of `numbers`, whose prizes changed. */
export async function queueCorrections(
  tx: Database,
  { drawId, poolId, round, numbers, now }: PoolKey & { round: number; numbers: readonly number[]; now: Date },
): Promise<void> {
  const kind: MailKind = "corrected";
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(
    sql`with concerned as materialized (
      select distinct r.order_id from unnest(${sql.param(numbers)}::int[]) as changed (number)
      cross join lateral (
        select order_id, last_number, voided_at from number_ranges
        where draw_id = ${drawId} and pool_id = ${poolId} and first_number <= changed.number
        order by first_number desc limit 1
      ) r
      where r.last_number >= changed.number and r.voided_at is null
    )
    insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, c.order_id || ${`-${kind}-${poolId}-${round}`}::text, c.order_id, ${kind}::text, 'bulk',
        ${at}, ${at}
      from concerned c cross join lateral (
        select state from outbox where draw_id = ${drawId} and mail_id = c.order_id || '-result' limit 1
      ) m where m.state = 'sent'
      on conflict (draw_id, mail_id) do nothing`,
  );
}

export async function listChosenDraws(db: Database, chosenBefore: Date): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select draw_id as "drawId" from zone_choices
      where queued_to is not null and chosen_at <= ${chosenBefore.toISOString()}::timestamptz order by draw_id`,
  );
  return rows.map(({ drawId }) => drawId);
}

/** Queues one email per paid order whose sent receipt shows other dates of its pools. `scanned` is 0 at the end. */
export async function queueDatesBatch(
  db: Database,
  { drawId, now, limit }: { drawId: string; now: Date; limit: number },
): Promise<{ scanned: number; queued: number }> {
  const kind: MailKind = "dates";
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows<{ scanned: number; queued: number }>(
    db,
    sql`with place as materialized (
      select queued_to, revision, told from zone_choices
      where draw_id = ${drawId} and queued_to is not null for update skip locked
    ), next as materialized (
      select o.* from place p cross join lateral (
        select order_id, status, buyer ->> 'email' as email from orders
        where draw_id = ${drawId} and order_id > p.queued_to order by order_id ${limitClause(limit)}
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
    select (select count(*)::int from next) as scanned, (select count(*)::int from queued) as queued`,
  );
  return row ?? { scanned: 0, queued: 0 };
}

export async function listCancelledDraws(db: Database): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select draw_id as "drawId" from draw_cancellations where queued_to is not null order by draw_id`,
  );
  return rows.map(({ drawId }) => drawId);
}

/**
 * Queues one email per order whose money returns because its draw was cancelled. At the end `scanned` is 0, and nobody
 * else is to be told: a payment that is settled later is told with its refund.
 */
export async function queueCancelledBatch(
  db: Database,
  { drawId, now, limit }: { drawId: string; now: Date; limit: number },
): Promise<{ scanned: number; queued: number }> {
  const kind: MailKind = "cancelled";
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows<{ scanned: number; queued: number }>(
    db,
    sql`with place as materialized (
      select proposal, queued_to from draw_cancellations
      where draw_id = ${drawId} and queued_to is not null for update skip locked
    ), next as materialized (
      select o.* from place p cross join lateral (
        select order_id, status, buyer ->> 'email' as email from orders
        where draw_id = ${drawId} and order_id > p.queued_to order by order_id ${limitClause(limit)}
      ) o
    ), queued as (
      insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, n.order_id || ${`-${kind}`}::text, n.order_id, ${kind}::text, 'bulk', ${at}, ${at}
      from next n
      where n.email <> '' and (n.status = 'finalized' or exists (
        select from refunds r where r.draw_id = ${drawId} and r.order_id = n.order_id and r.cause = 'cancelled'))
      on conflict (draw_id, mail_id) do nothing returning order_id
    ), moved as (
      update draw_cancellations c set queued_to = (select max(order_id) from next)
      from place p where c.draw_id = ${drawId} and c.proposal = p.proposal returning c.draw_id
    )
    select (select count(*)::int from next) as scanned, (select count(*)::int from queued) as queued`,
  );
  return row ?? { scanned: 0, queued: 0 };
}
