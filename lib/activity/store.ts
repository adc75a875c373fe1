import "server-only";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { mainPoolId } from "@/lib/draws/rules";
import type { DrawActivity, PoolActivity, PoolMetrics, RecentPurchase } from "@/lib/draws/rules.projection";
import { noMetrics } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import { toDollars } from "@/lib/money";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { toPublicCity, toPublicName } from "./rules";

export async function readActivity(db: Database, draw: Draw, withTeams: boolean, now: Date): Promise<DrawActivity> {
  const { secondPools, teamPools } = listCountedPools(draw);
  const [recent, recentBySecondPool, metrics, teams] = await Promise.all([
    readRecent(db, draw.id),
    secondPools.length > 0 ? readRecentOfPools(db, draw.id, secondPools) : new Map<string, RecentPurchase[]>(),
    readMetrics(db, draw.id, now),
    withTeams ? countByTeam(db, draw.id, teamPools) : [],
  ]);
  const pools = [mainPoolId, ...secondPools].map((poolId): [string, PoolActivity] => [
    poolId,
    {
      recent: poolId === mainPoolId ? recent : (recentBySecondPool.get(poolId) ?? []),
      metrics: metrics.get(poolId) ?? noMetrics,
    },
  ]);
  return { pools: new Map(pools), teams };
}

function listCountedPools({ secondDraws }: Draw): { secondPools: string[]; teamPools: string[] } {
  const enabled = secondDraws.filter(({ settings }) => settings.enabled);
  const teamPools = enabled.filter(({ participatesInTeamStats }) => participatesInTeamStats);
  return { secondPools: enabled.map(({ id }) => id), teamPools: [mainPoolId, ...teamPools.map(({ id }) => id)] };
}

type RecentRow = { name: string | null; city: string | null; tickets: string | number; at: string | Date };

const maxRecent = 10;

function toPurchase(row: RecentRow): RecentPurchase {
  return {
    name: row.name === null ? "" : toPublicName(row.name),
    city: toPublicCity(row.city),
    tickets: Number(row.tickets ?? 0),
    at: new Date(row.at).toISOString(),
  };
}

async function readRecent(db: Database, drawId: string): Promise<RecentPurchase[]> {
  const rows = await queryRows<RecentRow>(
    db,
    sql`select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at,
        (select sum(r.last_number - r.first_number + 1) filter (where r.pool_id = ${mainPoolId} and r.voided_at is null)
         from number_ranges r where r.draw_id = o.draw_id and r.order_id = o.order_id) as tickets
      from orders o where o.draw_id = ${drawId} and o.status = 'finalized' and o.hidden_at is null
      order by o.finalized_at desc ${limitClause(maxRecent)}`,
  );
  return rows.map(toPurchase);
}

/** Reads only the orders with the highest numbers of each pool, which are its latest. */
async function readRecentOfPools(
  db: Database,
  drawId: string,
  poolIds: string[],
): Promise<Map<string, RecentPurchase[]>> {
  const rows = await queryRows<RecentRow & { poolId: string }>(
    db,
    sql`select pool.id as "poolId", bought.* from unnest(${sql.param(poolIds)}::text[]) as pool (id)
      cross join lateral (
        select o.buyer->>'name' as name, o.buyer->>'city' as city, o.finalized_at as at, sum(latest.tickets) as tickets
        from (
          select r.order_id, r.last_number - r.first_number + 1 as tickets from number_ranges r
          where r.draw_id = ${drawId} and r.pool_id = pool.id and r.voided_at is null
          order by r.first_number desc limit 50
        ) latest join orders o on o.draw_id = ${drawId} and o.order_id = latest.order_id
        where o.status = 'finalized' and o.hidden_at is null
        group by o.order_id, o.buyer, o.finalized_at order by o.finalized_at desc ${limitClause(maxRecent)}
      ) bought order by bought.at desc`,
  );
  return new Map(poolIds.map((poolId) => [poolId, rows.filter((row) => row.poolId === poolId).map(toPurchase)]));
}

async function countByTeam(db: Database, drawId: string, poolIds: string[]): Promise<DrawActivity["teams"]> {
  const rows = await queryRows<{ teamId: string; tickets: string | number }>(
    db,
    sql`select team_id as "teamId", sum(tickets) as tickets from pool_teams
      where draw_id = ${drawId} and pool_id = any(${sql.param(poolIds)}::text[])
      group by team_id having sum(tickets) <> 0 order by sum(tickets) desc, team_id`,
  );
  return rows.map(({ teamId, tickets }) => ({ teamId, tickets: Number(tickets) }));
}

function findLatestMark(at: string | null) {
  const until = at === null ? sql`` : sql` and m.marked_at <= ${at}::timestamptz`;
  return sql`lateral (
    select m.marked_at, m.tickets, m.sales_cents, m.purchases from pool_marks m
    where m.draw_id = p.draw_id and m.pool_id = p.pool_id${until}
    order by m.marked_at desc limit 1
  ) mark`;
}

/** Records the counters of pools that changed, and deletes records that no 24-hour window begins at any more. */
export async function markSales(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  await queryRows(
    db,
    sql`insert into pool_marks (draw_id, pool_id, marked_at, tickets, sales_cents, purchases)
      select p.draw_id, p.pool_id, ${now.toISOString()}::timestamptz, p.sold - p.voided, p.sales_cents, p.purchases
      from pools p left join ${findLatestMark(null)} on true
      where (p.sold - p.voided, p.sales_cents, p.purchases)
        <> (coalesce(mark.tickets, 0), coalesce(mark.sales_cents, 0), coalesce(mark.purchases, 0))
      on conflict do nothing`,
  );
  await queryRows(
    db,
    sql`delete from pool_marks p where p.marked_at < (
      select max(m.marked_at) from pool_marks m
      where m.draw_id = p.draw_id and m.pool_id = p.pool_id and m.marked_at <= ${since}::timestamptz)`,
  );
}

type MetricsRow = { poolId: string; tickets: number; cents: string | number; purchases: number };

export async function readMetrics(db: Database, drawId: string, now: Date): Promise<Map<string, PoolMetrics>> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  const rows = await queryRows<MetricsRow>(
    db,
    sql`select p.pool_id as "poolId", p.sold - p.voided - coalesce(mark.tickets, 0) as tickets,
        p.sales_cents - coalesce(mark.sales_cents, 0) as cents, p.purchases - coalesce(mark.purchases, 0) as purchases
      from pools p left join ${findLatestMark(since)} on true where p.draw_id = ${drawId}`,
  );
  return new Map(
    rows.map(({ poolId, tickets, cents, purchases }) => [
      poolId,
      {
        amountPerDay: toDollars(Math.max(0, Number(cents))),
        ticketsPerDay: Math.max(0, tickets),
        purchasesPerDay: Math.max(0, purchases),
      },
    ]),
  );
}

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
