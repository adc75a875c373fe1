import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { mainPoolId } from "@/lib/draws/rules";
import type { DrawActivity, PoolActivity, RecentPurchase } from "@/lib/draws/rules.projection";
import { noMetrics } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { atMost, queryRows } from "@/lib/platform/db/database";
import { publicCity, publicName } from "./rules.public-purchase";
import { readMetrics } from "./store.metrics";

type RecentRow = { name: string | null; city: string | null; tickets: string | number; at: string | Date };

/** How many of the latest purchases are shown of a pool. */
const recentAtMost = 10;

function toPurchase(row: RecentRow): RecentPurchase {
  return {
    name: row.name === null ? "" : publicName(row.name),
    city: publicCity(row.city),
    tickets: Number(row.tickets ?? 0),
    at: new Date(row.at).toISOString(),
  };
}

/** The latest purchases of the main pool, as anyone may see them. By its pool, all of its numbers could be found. */
async function readRecent(db: Database, drawId: string, limit: number): Promise<RecentPurchase[]> {
  const rows = await queryRows<RecentRow>(
    db,
    sql`select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at,
        (select sum(r.last_number - r.first_number + 1) filter (where r.pool_id = ${mainPoolId} and r.voided_at is null)
         from number_ranges r where r.draw_id = o.draw_id and r.order_id = o.order_id) as tickets
      from orders o where o.draw_id = ${drawId} and o.status = 'finalized' and o.hidden_at is null
      order by o.finalized_at desc ${atMost(limit)}`,
  );
  return rows.map(toPurchase);
}

/**
 * The latest purchases of second draws, by pool. They are found by the highest numbers, which were issued last: no
 * order of the draw is looked at beyond those.
 */
async function readRecentOfPools(
  db: Database,
  drawId: string,
  poolIds: string[],
): Promise<Map<string, RecentPurchase[]>> {
  const rows = await queryRows<RecentRow & { pool_id: string }>(
    db,
    sql`select pool.id as pool_id, bought.* from unnest(${sql.param(poolIds)}::text[]) as pool (id)
      cross join lateral (
        select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at, sum(latest.tickets) as tickets
        from (
          select r.order_id, r.last_number - r.first_number + 1 as tickets from number_ranges r
          where r.draw_id = ${drawId} and r.pool_id = pool.id and r.voided_at is null
          order by r.first_number desc limit 50
        ) latest join orders o on o.draw_id = ${drawId} and o.order_id = latest.order_id
        where o.status = 'finalized' and o.hidden_at is null
        group by o.order_id, o.buyer, o.finalized_at order by o.finalized_at desc ${atMost(recentAtMost)}
      ) bought order by bought.at desc`,
  );
  return new Map(poolIds.map((poolId) => [poolId, rows.filter(({ pool_id }) => pool_id === poolId).map(toPurchase)]));
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

/** Tickets of some pools by supported team, the most first; given back they support nobody. */
async function countByTeam(db: Database, drawId: string, poolIds: string[]): Promise<DrawActivity["teams"]> {
  const rows = await queryRows<{ team_id: string; tickets: string | number }>(
    db,
    sql`select team_id, sum(tickets) as tickets from pool_teams
      where draw_id = ${drawId} and pool_id = any(${sql.param(poolIds)}::text[])
      group by team_id having sum(tickets) <> 0 order by sum(tickets) desc, team_id`,
  );
  return rows.map((row) => ({ teamId: row.team_id, tickets: Number(row.tickets) }));
}

/** The second draws that are shown, and the pools whose tickets count for teams (`participatesInTeamStats`). */
function poolsOf({ secondDraws }: Draw): { seconds: string[]; ofTeams: string[] } {
  const shown = secondDraws.filter(({ settings }) => settings.enabled);
  const counting = shown.filter(({ participatesInTeamStats }) => participatesInTeamStats);
  return { seconds: shown.map(({ id }) => id), ofTeams: [mainPoolId, ...counting.map(({ id }) => id)] };
}

/**
 * What was bought in a draw: in each pool the ten latest purchases and what a day took, and, where it is asked for,
 * tickets by team.
 */
export async function readActivity(db: Database, draw: Draw, withTeams: boolean, now: Date): Promise<DrawActivity> {
  const { seconds, ofTeams } = poolsOf(draw);
  const [recent, ofSeconds, metrics, teams] = await Promise.all([
    readRecent(db, draw.id, recentAtMost),
    seconds.length > 0 ? readRecentOfPools(db, draw.id, seconds) : new Map<string, RecentPurchase[]>(),
    readMetrics(db, draw.id, now),
    withTeams ? countByTeam(db, draw.id, ofTeams) : [],
  ]);
  const pools = [mainPoolId, ...seconds].map((poolId): [string, PoolActivity] => [
    poolId,
    {
      recent: poolId === mainPoolId ? recent : (ofSeconds.get(poolId) ?? []),
      metrics: metrics.get(poolId) ?? noMetrics,
    },
  ]);
  return { pools: new Map(pools), teams };
}
