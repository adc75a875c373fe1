import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { SaleSums } from "./rules.sales";
import { saleFigures } from "./rules.sales";
import type { Scope } from "./store.scope";

export type CountedSales = { sequence: number; rows: SaleSums[] };

type Row = Omit<SaleSums, "startsAt"> & { startsAt: string | Date };

function toSums(row: Row): SaleSums {
  const figures = Object.fromEntries(saleFigures.map((figure) => [figure, Number(row[figure])]));
  return { ...row, ...figures, startsAt: new Date(row.startsAt).toISOString() };
}

/** Both are of one moment, because a single statement reads them. Null if nothing of the draw was counted. */
export async function readCountedSales(db: Database, drawId: string): Promise<CountedSales | null> {
  const rows = await queryRows<Row & { sequence: string | number; startsAt: string | Date | null }>(
    db,
    sql`select p.sequence, h.starts_at as "startsAt", h.method, h.device_id as "deviceId", h.operator,
        h.team_id as "teamId", h.orders, h.tickets, h.amount_cents as "amountCents", h.void_tickets as "voidTickets",
        h.void_cents as "voidCents"
      from half_hour_sales_progress p left join half_hour_sales h on h.draw_id = p.draw_id where p.draw_id = ${drawId}`,
  );
  const [first] = rows;
  if (!first) return null;
  const counted = rows.filter(({ startsAt }) => startsAt !== null);
  return { sequence: Number(first.sequence), rows: counted.map(({ sequence: _sequence, ...row }) => toSums(row)) };
}

/**
 * Sums as the report does: by lines and numbers. The chain only tells which sales and refunds are up to `sequence`,
 * which stays so whenever it is read.
 */
export async function sumSales(db: Database, scope: Scope, sequence: number): Promise<SaleSums[]> {
  const rows = await queryRows<Row>(
    db,
    sql`with noted as materialized (
      select e.order_id, e.action, e.detail ->> 'refundNumber' as refund_number from audit_entries e
      where ${scope("e")} and e.sequence <= ${sequence}::bigint
        and e.action in ('payment-approved', 'cash-taken', 'refund-done')
    ), voided as materialized (
      select f.order_id, unnest(f.line_numbers) as line_number from noted n
      join refunds f on f.refund_number = n.refund_number and ${scope("f")} where n.action = 'refund-done'
    ), sold as (
      select date_bin('30 minutes', coalesce(a.sent_at, o.finalized_at), 'epoch') as starts_at,
        coalesce(a.method, '') as method, coalesce(o.device_id, '') as device_id, coalesce(o.operator, '') as operator,
        coalesce(o.team_id, '') as team_id, l.line_number, r.last_number - r.first_number + 1 as tickets,
        l.amount_cents, r.voided_at is not null and exists (
          select from voided v where v.order_id = o.order_id and v.line_number = l.line_number) as is_void
      from orders o
      join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")}
      join number_ranges r on r.draw_id = l.draw_id and r.order_id = l.order_id and r.line_number = l.line_number
        and ${scope("r")}
      left join payment_attempts a on a.draw_id = o.draw_id and a.order_id = o.order_id and a.state = 'approved'
        and ${scope("a")}
      where ${scope("o")} and exists (
        select from noted n where n.order_id = o.order_id and n.action <> 'refund-done')
    )
    select starts_at as "startsAt", method, device_id as "deviceId", operator, team_id as "teamId",
      count(*) filter (where line_number = 1) as orders, sum(tickets) as tickets, sum(amount_cents) as "amountCents",
      coalesce(sum(tickets) filter (where is_void), 0) as "voidTickets",
      coalesce(sum(amount_cents) filter (where is_void), 0) as "voidCents"
    from sold group by starts_at, method, device_id, operator, team_id`,
  );
  return rows.map(toSums);
}
