import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { HalfHourSales } from "./rules";

/** Entries of a draw's chain per transaction, of which a third are sales. */
export const entriesPerBatch = 2000;

/** As many newer entries are left to the job, so that a page doesn't add up a backlog. */
const maxNewEntries = 10_000;

/** A sale and a refund each have exactly one such entry (lib/invariants/store.audit.ts). */
const isOfSale = sql`action in ('payment-approved', 'cash-taken', 'refund-done') and order_id is not null`;

const sums = sql`sum(orders)::int as orders, sum(tickets)::int as tickets, sum(amount_cents)::bigint as amount_cents,
  sum(void_tickets)::int as void_tickets, sum(void_cents)::bigint as void_cents`;

const key = sql`draw_id, starts_at, method, device_id, operator, team_id`;

/**
 * What each entry of the CTE `entry` adds. Lines of an order never change, so it doesn't matter when an entry is added
 * up. Lateral, because a join might read the draw.
 */
const movements = sql`select o.draw_id, date_bin('30 minutes', coalesce(a.sent_at, o.finalized_at), 'epoch') as starts_at,
      a.method, coalesce(o.device_id, '') as device_id, coalesce(o.operator, '') as operator,
      coalesce(o.team_id, '') as team_id, (e.action <> 'refund-done')::int as orders,
      case when e.action <> 'refund-done' then l.tickets else 0 end as tickets,
      case when e.action <> 'refund-done' then l.cents else 0 end as amount_cents,
      case when e.action = 'refund-done' then l.tickets else 0 end as void_tickets,
      case when e.action = 'refund-done' then l.cents else 0 end as void_cents
    from entry e
    cross join lateral (
      select draw_id, device_id, operator, team_id, finalized_at from orders
      where draw_id = e.draw_id and order_id = e.order_id limit 1) o
    cross join lateral (
      select sent_at, method from payment_attempts
      where draw_id = e.draw_id and order_id = e.order_id and state = 'approved' limit 1) a
    left join lateral (
      select line_numbers from refunds
      where draw_id = e.draw_id and refund_number = e.detail ->> 'refundNumber' limit 1) r on e.action = 'refund-done'
    cross join lateral (
      select coalesce(sum(tickets), 0) as tickets, coalesce(sum(amount_cents), 0) as cents from order_lines
      where draw_id = e.draw_id and order_id = e.order_id
        and (e.action <> 'refund-done' or line_number = any(r.line_numbers))) l`;

/** Draws whose chains have grown since they were counted. */
export async function listUncountedDraws(db: Database): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select d.draw_id as "drawId" from draws d left join half_hour_sales_progress p on p.draw_id = d.draw_id
      cross join lateral (
        select from audit_entries e where e.draw_id = d.draw_id and e.sequence > coalesce(p.sequence, 0)
        order by e.sequence ${limitClause(1)}
      ) next order by d.draw_id`,
  );
  return rows.map(({ drawId }) => drawId);
}

/** Returns 0 at the end, or while another process counts the same draw. */
export function countNext(db: Database, drawId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const after = await lockProgress(tx, drawId);
    return after === null ? 0 : countBatch(tx, drawId, after);
  });
}

async function lockProgress(tx: Database, drawId: string): Promise<number | null> {
  await queryRows(
    tx,
    sql`insert into half_hour_sales_progress (draw_id, sequence) values (${drawId}, 0) on conflict do nothing`,
  );
  const [row] = await queryRows<{ sequence: string | number }>(
    tx,
    sql`select sequence from half_hour_sales_progress where draw_id = ${drawId} for update skip locked`,
  );
  return row ? Number(row.sequence) : null;
}

async function countBatch(tx: Database, drawId: string, after: number): Promise<number> {
  const [row] = await queryRows<{ entries: string | number }>(
    tx,
    sql`with batch as materialized (
      select draw_id, order_id, action, detail, sequence, at from audit_entries
      where draw_id = ${drawId} and sequence > ${after}::bigint order by sequence ${limitClause(entriesPerBatch)}
    ), entry as materialized (select * from batch where ${isOfSale}
    ), added as materialized (select ${key}, ${sums} from (${movements}) moved group by ${key}
    ), counted as (
      insert into half_hour_sales as s
        (${key}, orders, tickets, amount_cents, void_tickets, void_cents) select * from added
      on conflict (${key}) do update set orders = s.orders + excluded.orders, tickets = s.tickets + excluded.tickets,
        amount_cents = s.amount_cents + excluded.amount_cents, void_tickets = s.void_tickets + excluded.void_tickets,
        void_cents = s.void_cents + excluded.void_cents
    ), moved_on as (
      update half_hour_sales_progress p set sequence = b.sequence, counted_at = b.at
      from (select sequence, at from batch order by sequence desc limit 1) b where p.draw_id = ${drawId}
    )
    select count(*) as entries from batch`,
  );
  return Number(row?.entries);
}

/** `from` and `to` are whole half hours. */
export type SalesSpan = { drawId: string; from: Date; to: Date };

type SalesRow = Omit<HalfHourSales, "startsAt"> & { drawId: string; startsAt: string | Date };

type Progress = { drawId: string; countedAt: Date | null; isBehind: boolean };

/** `isBehind` if the draw has more new entries than a page may add up, which the job is still counting. */
export async function readProgress(db: Database, drawIds: readonly string[]): Promise<Progress[]> {
  const rows = await queryRows<Omit<Progress, "countedAt"> & { countedAt: string | Date | null }>(
    db,
    sql`select d.draw_id as "drawId", p.counted_at as "countedAt",
        (select count(*) from (
          select from audit_entries e where e.draw_id = d.draw_id and e.sequence > coalesce(p.sequence, 0)
          ${limitClause(maxNewEntries)}) sealed)
        + (select count(*) from (
          select from audit_entries e where e.draw_id = d.draw_id and e.sequence is null
          ${limitClause(maxNewEntries)}) unsealed) >= ${maxNewEntries}::int as "isBehind"
      from unnest(${sql.param(drawIds)}::text[]) as d (draw_id)
      left join half_hour_sales_progress p on p.draw_id = d.draw_id`,
  );
  return rows.map((row) => ({ ...row, countedAt: row.countedAt === null ? null : new Date(row.countedAt) }));
}

/**
 * The sales of each span, in one statement and so of one moment: what the job has counted, and what newer entries add.
 * `upToDate` are draws with few newer entries.
 */
export async function readHalfHours(
  db: Database,
  spans: readonly SalesSpan[],
  upToDate: readonly string[],
): Promise<Map<string, HalfHourSales[]>> {
  const rows = await queryRows<SalesRow>(db, selectHalfHours(spans, upToDate));
  const byDraw = new Map<string, HalfHourSales[]>(spans.map(({ drawId }) => [drawId, []]));
  for (const { drawId, ...row } of rows) byDraw.get(drawId)?.push({ ...row, startsAt: new Date(row.startsAt) });
  return byDraw;
}

function selectHalfHours(spans: readonly SalesSpan[], upToDate: readonly string[]): SQL {
  const drawIds = sql.param(spans.map(({ drawId }) => drawId));
  const [begins, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)].map((instants) =>
    sql.param(instants.map((at) => at.toISOString())),
  );
  return sql`with span as materialized (
      select * from unnest(${drawIds}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[])
        as span (draw_id, begins, ends)
    ), entry as materialized (
      select n.* from unnest(${sql.param(upToDate)}::text[]) as d (draw_id)
      left join half_hour_sales_progress p on p.draw_id = d.draw_id
      cross join lateral (
        (select draw_id, order_id, action, detail from audit_entries
          where draw_id = d.draw_id and sequence > coalesce(p.sequence, 0) and ${isOfSale})
        union all
        (select draw_id, order_id, action, detail from audit_entries
          where draw_id = d.draw_id and sequence is null and ${isOfSale})
      ) n
    ), moved as materialized (${movements}
    ), both_parts as (
      select m.* from moved m join span s on s.draw_id = m.draw_id and m.starts_at >= s.begins and m.starts_at < s.ends
      union all
      select h.* from span s cross join lateral (
        select ${key}, orders, tickets, amount_cents, void_tickets, void_cents from half_hour_sales
        where draw_id = s.draw_id and starts_at >= s.begins and starts_at < s.ends offset 0
      ) h
    )
    select draw_id as "drawId", starts_at as "startsAt", method, device_id as "deviceId", operator, team_id as "teamId",
      sum(orders)::int as orders, sum(tickets - void_tickets)::int as tickets,
      sum(amount_cents - void_cents)::float8 as "amountCents", sum(void_tickets)::int as "voidTickets",
      sum(void_cents)::float8 as "voidCents"
    from both_parts group by ${key}`;
}
