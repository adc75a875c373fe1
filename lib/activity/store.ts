import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { hotPurchases, mainPoolId } from "@/lib/draws/rules";
import type { DrawActivity } from "@/lib/draws/rules.projection";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { publicCity, publicName } from "./rules.public-purchase";

type RecentRow = { name: string | null; city: string | null; tickets: string | number; at: string | Date };

/** The latest purchases of the main pool, as anyone may see them. */
async function readRecent(db: Database, drawId: string, limit: number): Promise<DrawActivity["recent"]> {
  const rows = await queryRows<RecentRow>(
    db,
    sql`select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at,
        (select sum(r.last_number - r.first_number + 1) from number_ranges r
         where r.draw_id = o.draw_id and r.order_id = o.order_id and r.pool_id = ${mainPoolId}
           and r.voided_at is null) as tickets
      from orders o where o.draw_id = ${drawId} and o.status = 'finalized' and o.hidden_at is null
      order by o.finalized_at desc limit ${limit}`,
  );
  return rows.map((row) => ({
    name: row.name === null ? "" : publicName(row.name),
    city: publicCity(row.city),
    tickets: Number(row.tickets ?? 0),
    at: new Date(row.at).toISOString(),
  }));
}

/** Takes a purchase out of the list of recent ones, and writes down who did. */
export async function hideFromRecent(
  db: Database,
  { drawId, orderId, now, actor }: { drawId: string; orderId: string; now: Date; actor: AuditActor },
): Promise<void> {
  await queryRows(
    db,
    sql`with hidden as (
      update orders set hidden_at = ${now.toISOString()}::timestamptz
      where draw_id = ${drawId} and order_id = ${orderId} and hidden_at is null
      returning draw_id, order_id
    ) ${insertEntries(sql`hidden`, { action: "purchase-hidden", at: now, actor })}`,
  );
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

/** Tickets of the main pool by supported team; given back they support nobody. */
async function countByTeam(db: Database, drawId: string): Promise<DrawActivity["teams"]> {
  const rows = await queryRows<{ team_id: string; tickets: string | number }>(
    db,
    sql`select o.team_id, sum(r.last_number - r.first_number + 1) as tickets
      from orders o join number_ranges r on r.draw_id = o.draw_id and r.order_id = o.order_id
      where o.draw_id = ${drawId} and o.status = 'finalized' and o.team_id is not null and r.pool_id = ${mainPoolId}
        and r.voided_at is null
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
