import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { Draw } from "./schema";

/**
 * Finds winners whose number cannot win: it is void, its sale was lost, or its money is on its way back and makes it
 * void. Gives their places in the draw's list, from 0. With the draw locked no refund is begun meanwhile.
 */
export async function findUnableWinners(tx: Database, { id, winners }: Draw): Promise<number[]> {
  if (winners.length === 0) return [];
  const named = winners.map(({ poolId, number }, place) => ({ place, pool_id: poolId, number }));
  const rows = await queryRows<{ place: number }>(
    tx,
    sql`with w as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as w(place int, pool_id text, number int)
    )
    select w.place from w
      join number_ranges r on r.draw_id = ${id} and r.pool_id = w.pool_id
        and w.number between r.first_number and r.last_number
      where r.voided_at is not null or exists (
        select from refunds f where f.draw_id = r.draw_id and f.order_id = r.order_id
          and f.state = any('{pending,sent,unknown}') and r.line_number = any(f.line_numbers))
    union all
    select w.place from w
      join lost_numbers n on n.draw_id = ${id} and n.pool_id = w.pool_id
        and w.number between n.first_number and n.last_number
    order by place`,
  );
  return rows.map(({ place }) => place);
}
