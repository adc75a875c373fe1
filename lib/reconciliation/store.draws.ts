import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { CheckedDraw } from "./rules.findings";

/** Lists all draws with what a comparison with the gateway needs of them. */
export async function listCheckedDraws(db: Database): Promise<CheckedDraw[]> {
  const rows = await queryRows<{ draw_id: string; since: string | Date; has_attempts: boolean }>(
    db,
    sql`select d.draw_id, least(d.created_at, a.first_sent_at) as since, a.first_sent_at is not null as has_attempts
      from draws d
      left join (
        select draw_id, min(sent_at) as first_sent_at from payment_attempts where method <> 'cash' group by draw_id
      ) a on a.draw_id = d.draw_id
      order by d.draw_id`,
  );
  return rows.map((row) => ({ drawId: row.draw_id, since: new Date(row.since), hasAttempts: row.has_attempts }));
}
