import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";
import { hotPurchases, mainPoolId } from "@/lib/draws/rules";
import type { DrawActivity } from "@/lib/draws/rules.projection";

import { shortName } from "./rules.identity";

type RecentRow = { name: string | null; city: string | null; tickets: string | number; at: string | Date };

/** The latest purchases of the main pool, as anyone may see them. */
async function readRecent(db: Database, drawId: string, limit: number): Promise<DrawActivity["recent"]> {
  const rows = await queryRows<RecentRow>(
    db,
    sql`select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at,
        (select sum(l.tickets) from order_lines l
         where l.draw_id = o.draw_id and l.order_id = o.order_id and l.pool_id = ${mainPoolId}) as tickets
      from orders o where o.draw_id = ${drawId} and o.status = 'finalized'
      order by o.finalized_at desc limit ${limit}`,
  );
  return rows.map((row) => ({
    name: shortName(row.name ?? ""),
    city: row.city,
    tickets: Number(row.tickets ?? 0),
    at: new Date(row.at).toISOString(),
  }));
}

/** Purchases in the day before `now`, counted no further than it takes to be hot. */
async function countPurchases(db: Database, drawId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 24 * 60 * 60_000).toISOString();
  const rows = await queryRows<{ purchases: string | number }>(
    db,
    sql`select count(*) as purchases from (select from orders
      where draw_id = ${drawId} and status = 'finalized' and finalized_at > ${since}::timestamptz
      limit ${hotPurchases}) as purchase`,
  );
  return Number(rows[0]?.purchases ?? 0);
}

/** Tickets of the main pool by supported team. */
async function countByTeam(db: Database, drawId: string): Promise<DrawActivity["teams"]> {
  const rows = await queryRows<{ team_id: string; tickets: string | number }>(
    db,
    sql`select o.team_id, sum(l.tickets) as tickets
      from orders o join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id
      where o.draw_id = ${drawId} and o.status = 'finalized' and o.team_id is not null and l.pool_id = ${mainPoolId}
      group by o.team_id order by tickets desc`,
  );
  return rows.map((row) => ({ teamId: row.team_id, tickets: Number(row.tickets) }));
}

/** What was bought in a draw: the ten latest purchases, whether it is hot, tickets by team where it has teams. */
export async function readActivity(
  db: Database,
  draw: { drawId: string; hasTeams: boolean; now: Date },
): Promise<DrawActivity> {
  const [recent, purchasesPerDay, teams] = await Promise.all([
    readRecent(db, draw.drawId, 10),
    countPurchases(db, draw.drawId, draw.now),
    draw.hasTeams ? countByTeam(db, draw.drawId) : [],
  ]);
  return { recent, purchasesPerDay, teams };
}
