import "server-only";
import { sql } from "drizzle-orm";
import { countNumbers, isInSpans } from "@/lib/number-spans";
import type { NumberBound } from "@/lib/orders/store.number-bounds";
import { readNumberBounds } from "@/lib/orders/store.number-bounds";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { LineSums, PoolSums } from "./rules.pool-sums";
import { addLines, zeroSums } from "./rules.pool-sums";
import type { Scope } from "./store.scope";

export type PoolSnapshot = { pools: PoolSums[]; bounds: Map<string, NumberBound> };

type Counts<Column extends string> = { pool_id: string } & Record<Column, string | number | null>;
type PoolRow = Counts<
  | "max_tickets"
  | "max_jackpot_cents"
  | "jackpot_base_cents"
  | "sold"
  | "voided"
  | "reserved"
  | "sales_cents"
  | "reserved_cents"
>;

/** `tx` is a single snapshot, so nothing is read here that grows with the sales of a draw. */
export async function readPoolSnapshot(tx: Database, drawId: string): Promise<PoolSnapshot> {
  const rows = await queryRows<PoolRow>(tx, sql`select * from pools where draw_id = ${drawId} order by pool_id`);
  const pools = rows.map((row) => toPoolSums(drawId, row));
  await readTeamCounters(tx, drawId, pools);
  addLines(pools, await readHeldLines(tx, drawId));
  const bounds = await readNumberBounds(tx, drawId);
  const nothing = { heldTickets: 0, heldCents: 0, soldCents: 0, team: null };
  addLines(
    pools,
    [...bounds.keys()].map((poolId) => ({ drawId, poolId, ...nothing })),
  );
  for (const pool of pools) pool.voidNumbers = countNumbers(bounds.get(pool.poolId)?.voidSpans ?? []);
  return { pools, bounds };
}

type VoidedSince = { poolId: string; first: number; cents: number; tickets: number };
type SoldRow = Counts<"cents" | "tickets"> & { team_id: string | null; voided: VoidedSince[] | null };

/** Reads lines that were valid at the instant of `bounds`. A paid line without numbers counts too. */
export async function readSoldLines(
  db: Database,
  drawId: string,
  bounds: ReadonlyMap<string, NumberBound>,
  scope: Scope,
): Promise<LineSums[]> {
  const rows = await queryRows<SoldRow>(
    db,
    sql`with bound as materialized (
      select * from unnest(${sql.param([...bounds.keys()])}::text[],
        ${sql.param([...bounds.values()].map(({ highest }) => highest))}::int[]) as bound(pool_id, highest)
    )
    select l.pool_id, o.team_id,
      coalesce(sum(l.amount_cents) filter (where o.status = 'finalized' and r.voided_at is null), 0) as cents,
      coalesce(sum(r.last_number - r.first_number + 1)
        filter (where o.status = 'finalized' and r.voided_at is null), 0) as tickets,
      jsonb_agg(jsonb_build_object('poolId', r.pool_id, 'first', r.first_number, 'cents', l.amount_cents,
        'tickets', r.last_number - r.first_number + 1)) filter (where r.voided_at is not null) as voided
    from orders o
    join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")}
    left join number_ranges r on r.draw_id = l.draw_id and r.order_id = l.order_id and r.line_number = l.line_number
      and ${scope("r")}
    left join bound b on b.pool_id = r.pool_id
    where ${scope("o")} and o.status in ('finalized', 'refunded')
      and (r.first_number is null or r.first_number <= coalesce(b.highest, 0))
    group by l.pool_id, o.team_id`,
  );
  return rows.map(({ pool_id: poolId, team_id: teamId, cents, tickets, voided }) => {
    const since = (voided ?? []).filter((range) => !isInSpans(bounds.get(range.poolId)?.voidSpans ?? [], range.first));
    const soldCents = since.reduce((sum, range) => sum + Number(range.cents), Number(cents));
    const valid = since.reduce((sum, range) => sum + Number(range.tickets), Number(tickets));
    const team = teamId === null ? null : { teamId, tickets: valid };
    return { drawId, poolId, heldTickets: 0, heldCents: 0, soldCents, team };
  });
}

function numberOrNull(value: string | number | null): number | null {
  return value === null ? null : Number(value);
}

function toPoolSums(drawId: string, row: PoolRow): PoolSums {
  const counters = {
    maxTickets: numberOrNull(row.max_tickets),
    maxJackpotCents: numberOrNull(row.max_jackpot_cents),
    jackpotBaseCents: Number(row.jackpot_base_cents),
    sold: Number(row.sold),
    voided: Number(row.voided),
    reserved: Number(row.reserved),
    salesCents: Number(row.sales_cents),
    reservedCents: Number(row.reserved_cents),
  };
  return { drawId, poolId: row.pool_id, counters, ...zeroSums, teams: new Map() };
}

/** Held lines are few and have their own index. */
async function readHeldLines(tx: Database, drawId: string): Promise<LineSums[]> {
  const rows = await queryRows<Counts<"tickets" | "cents">>(
    tx,
    sql`select l.pool_id, sum(l.tickets) as tickets, sum(l.amount_cents) as cents
      from orders o join order_lines l on l.draw_id = o.draw_id and l.order_id = o.order_id
      where o.draw_id = ${drawId} and o.status in ('reserved', 'paying', 'unknown')
      group by l.pool_id`,
  );
  return rows.map(({ pool_id: poolId, tickets, cents }) => {
    const held = { heldTickets: Number(tickets), heldCents: Number(cents) };
    return { drawId, poolId, ...held, soldCents: 0, team: null };
  });
}

async function readTeamCounters(tx: Database, drawId: string, pools: readonly PoolSums[]): Promise<void> {
  const rows = await queryRows<Counts<"tickets"> & { team_id: string }>(
    tx,
    sql`select pool_id, team_id, tickets from pool_teams where draw_id = ${drawId}`,
  );
  for (const { pool_id: poolId, team_id: teamId, tickets } of rows) {
    const pool = pools.find((other) => other.poolId === poolId);
    pool?.teams.set(teamId, { counter: Number(tickets), sum: 0 });
  }
}
