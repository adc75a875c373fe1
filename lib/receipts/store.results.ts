import "server-only";

import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import type { MailKind } from "./rules";
import type { PoolResult } from "./rules.results";
import { drawResults } from "./tables.results";

/** A pool whose buyers are being told its result. */
export type QueuedPool = { drawId: string; poolId: string };

/**
 * Lists draws after `after` whose definition was not looked at yet, or where time has come to look again, by their ids;
 * at most `most`.
 */
export async function listDueDraws(
  db: Database,
  { now, after, most }: { now: Date; after: string; most: number },
): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select d.draw_id from draws d
      where d.approval_state = 'Approved' and d.draw_id > ${after} and (
        not exists (select from draw_results r where r.draw_id = d.draw_id and r.revision = d.revision)
        or exists (
          select from draw_results r
          where r.draw_id = d.draw_id and r.revision = d.revision and r.look_at <= ${now.toISOString()}::timestamptz
        )
      ) order by d.draw_id ${atMost(most)}`,
  );
  return rows.map((row) => row.draw_id);
}

/** Locks the results of a draw's pools, the first time as nothing, until the transaction ends. */
export async function lockResults(
  tx: Database,
  drawId: string,
  { poolIds, now }: { poolIds: readonly string[]; now: Date },
): Promise<PoolResult[]> {
  const fresh = poolIds.map((poolId) => ({ drawId, poolId, revision: 0, winners: [], since: now, round: 0 }));
  await tx.insert(drawResults).values(fresh).onConflictDoNothing();
  return tx
    .select()
    .from(drawResults)
    .where(and(eq(drawResults.drawId, drawId), sql`${drawResults.poolId} = any(${sql.param(poolIds)}::text[])`))
    .orderBy(asc(drawResults.poolId))
    .for("update");
}

/** What is written down of a look; `isDue` where the buyers of the pool are to be told from the first number on. */
export type SavedLook = { result: PoolResult; revision: number; lookAt: Date | null; isDue: boolean };

/** Writes down what a look at a locked result gave. */
export async function saveLook(tx: Database, drawId: string, look: SavedLook): Promise<void> {
  const { revision, lookAt, isDue } = look;
  const { poolId, winners, since, told, round } = look.result;
  await tx
    .update(drawResults)
    .set({ revision, lookAt, winners, since, told, round, ...(isDue ? { queuedTo: 0 } : {}) })
    .where(and(eq(drawResults.drawId, drawId), eq(drawResults.poolId, poolId)));
}

/** Reads the results of draws, pool by pool. */
export function readResults(db: Database, drawIds: readonly string[]) {
  return db
    .select()
    .from(drawResults)
    .where(sql`${drawResults.drawId} = any(${sql.param(drawIds)}::text[])`);
}

/**
 * Queues a mail for orders that were sent a result and hold one of `numbers`, which won something else in it. Gives how
 * many.
 */
export async function queueCorrections(
  tx: Database,
  { drawId, poolId, round, numbers, now }: QueuedPool & { round: number; numbers: readonly number[]; now: Date },
): Promise<number> {
  const kind: MailKind = "corrected";
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows(
    tx,
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
      on conflict (draw_id, mail_id) do nothing returning order_id`,
  );
  return rows.length;
}

/** Lists pools whose buyers are still to be told, while the winners stand as they are told. */
export async function listQueuedPools(db: Database): Promise<QueuedPool[]> {
  return queryRows<QueuedPool>(
    db,
    sql`select draw_id as "drawId", pool_id as "poolId" from draw_results
      where queued_to is not null and told = winners order by draw_id, pool_id`,
  );
}

/** Counts mails of a draw that let all others go first, as far as `most`; few wait so, and their index is in order. */
export async function countBulk(db: Database, drawId: string, most: number): Promise<number> {
  const [row] = await queryRows<{ mails: number }>(
    db,
    sql`select count(*)::int as mails from (
      select from outbox where state = 'bulk' and draw_id = ${drawId} order by try_at ${atMost(most)}
    ) b`,
  );
  return row?.mails ?? 0;
}

/**
 * Queues the results of the next numbers of a pool: one mail for each sold order with an address, once every pool that
 * it plays in has its result. Gives how many numbers' lines were looked at, none at the end, and how many mails they
 * made. Whoever comes while another is at it finds nothing.
 */
export async function queueResultBatch(
  db: Database,
  { drawId, poolId, now, most }: QueuedPool & { now: Date; most: number },
): Promise<{ seen: number; queued: number }> {
  const kind: MailKind = "result";
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await queryRows<{ seen: number; queued: number }>(
    db,
    sql`with place as materialized (
      select queued_to from draw_results
      where draw_id = ${drawId} and pool_id = ${poolId} and queued_to is not null and told = winners
      for update skip locked
    ), next as materialized (
      select r.order_id, r.last_number from place p cross join lateral (
        select order_id, last_number from number_ranges
        where draw_id = ${drawId} and pool_id = ${poolId} and first_number > p.queued_to
        order by first_number ${atMost(most)}
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
    select (select count(*)::int from next) as seen, (select count(*)::int from queued) as queued`,
  );
  return row ?? { seen: 0, queued: 0 };
}
