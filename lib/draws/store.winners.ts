import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { TicketFacts } from "./rules.consistency";
import type { Draw } from "./schema";

type TicketRow = { place: number; sold_at: string | Date | null; is_given_back: boolean; is_lost: boolean };

/**
 * Reads what the numbers say of the listed winners, by their places in the list: ranges of a pool never overlap, so
 * that the last one that begins by a number has it or none has. A ticket was sold when its payment was sent. With the
 * draw locked no refund is begun meanwhile.
 */
export async function readWinningTickets(
  db: Database,
  { id, winners }: Pick<Draw, "id" | "winners">,
): Promise<Map<number, TicketFacts>> {
  if (winners.length === 0) return new Map();
  const named = winners.map(({ poolId, number }, place) => ({ place, pool_id: poolId, number }));
  const rows = await queryRows<TicketRow>(
    db,
    sql`with w as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as w(place int, pool_id text, number bigint)
    )
    select w.place, coalesce(a.sent_at, o.finalized_at) as sold_at,
      r.voided_at is not null or exists (
        select from refunds f where f.draw_id = ${id} and f.order_id = r.order_id
          and f.state = any('{pending,sent,unknown}') and r.line_number = any(f.line_numbers)) as is_given_back,
      exists (select from lost_numbers n where n.draw_id = ${id} and n.pool_id = w.pool_id
        and w.number between n.first_number and n.last_number) as is_lost
    from w
    left join lateral (
      select n.last_number, n.order_id, n.line_number, n.voided_at from number_ranges n
      where n.draw_id = ${id} and n.pool_id = w.pool_id and n.first_number <= w.number
      order by n.first_number desc limit 1
    ) r on r.last_number >= w.number
    left join orders o on o.draw_id = ${id} and o.order_id = r.order_id
    left join lateral (
      select min(p.sent_at) as sent_at from payment_attempts p
      where p.draw_id = ${id} and p.order_id = r.order_id and p.state = 'approved'
    ) a on true
    order by w.place`,
  );
  const factsOf = ({ sold_at, is_given_back, is_lost }: TicketRow): TicketFacts => ({
    soldAt: sold_at === null ? null : new Date(sold_at),
    unable: is_lost ? "sale-lost" : is_given_back ? "given-back" : null,
  });
  return new Map(rows.map((row) => [row.place, factsOf(row)]));
}
