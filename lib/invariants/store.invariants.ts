import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { ReportProgress } from "@/lib/progress";
import { ignoreProgress } from "@/lib/progress";
import type { CheckedDraw, ViolationDetail } from "@/lib/reconciliation/rules.findings";
import type { DatabaseCheck, Violation } from "./rules.invariants";
import { maxNamedRows } from "./rules.invariants";
import type { PoolSums } from "./rules.pool-sums";
import { addLines } from "./rules.pool-sums";
import type { SaleSums } from "./rules.sales";
import { addSales, findSalesViolations } from "./rules.sales";
import { countStubs, listDraws, readFirstSent, sumCash, sumShrunk } from "./store.draws";
import type { Finders } from "./store.finders";
import { chainFinders, deletedDrawFinders, drawFinders, slicedFinders } from "./store.finders";
import { listChainsOfNoDraw } from "./store.history";
import type { SuspectRange } from "./store.numbers";
import { readNumberPage } from "./store.numbers";
import type { PoolSnapshot } from "./store.pools";
import { readPoolSnapshot, readSoldLines } from "./store.pools";
import { readCountedSales, sumSales } from "./store.sales";
import type { Finder, Scope } from "./store.scope";

export type InvariantSnapshot = {
  draws: CheckedDraw[];
  violations: Violation[];
  /** Counts rows beyond `maxNamedRows`. */
  unnamedCounts: Map<DatabaseCheck, number>;
  pools: PoolSums[];
  orders: number;
  cashCents: number;
};

/** Orders or number ranges per statement: few enough that a statement is short with any plan. */
const ordersPerSlice = 1000;

const chainsPerSlice = 100;

type FindingRow = { draw_id: string; subject: string; detail: ViolationDetail; total: string | number };

type DrawCheck = {
  db: Database;
  drawId: string;
  at: Date;
  slice: number;
  tell: ReportProgress;
  into: InvariantSnapshot;
};

/** Reads in bounded statements instead of one long snapshot (docs/decisions/026-reading-at-scale.md). */
export async function readInvariants(
  db: Database,
  request: { drawId: string | null; at: Date; slice?: number; tell?: ReportProgress },
): Promise<InvariantSnapshot> {
  const into: InvariantSnapshot = {
    draws: [],
    violations: [],
    unnamedCounts: new Map(),
    pools: [],
    orders: 0,
    cashCents: 0,
  };
  const { at, slice = ordersPerSlice, tell = ignoreProgress } = request;
  for (const { drawId, createdAt } of await listDraws(db, request.drawId)) {
    await checkDraw({ db, drawId, at, slice, tell, into }, createdAt);
  }
  if (request.drawId === null) await checkOutsideDraws(db, at, into);
  return into;
}

function addFindings(into: InvariantSnapshot, check: DatabaseCheck, found: readonly Violation[], total: number): void {
  const before = into.violations.filter((violation) => violation.check === check).length;
  const named = found.slice(0, maxNamedRows - before);
  into.violations.push(...named);
  if (total > 0) into.unnamedCounts.set(check, (into.unnamedCounts.get(check) ?? 0) + total - named.length);
}

/** The CTE is materialized, so that PostgreSQL doesn't walk an index of the whole draw to avoid a sort. */
async function runFinder(db: Database, check: DatabaseCheck, query: SQL, into: InvariantSnapshot): Promise<void> {
  const rows = await queryRows<FindingRow>(
    db,
    sql`with found as materialized (${query})
      select draw_id, subject, detail, count(*) over () as total from found
      order by draw_id, subject ${limitClause(maxNamedRows)}`,
  );
  const found = rows.map(({ draw_id: drawId, subject, detail }): Violation => ({ check, drawId, subject, detail }));
  addFindings(into, check, found, Number(rows[0]?.total ?? 0));
}

async function runFinders(db: Database, finders: Finders, scope: Scope, at: Date, into: InvariantSnapshot) {
  for (const [check, finder] of Object.entries(finders) as [DatabaseCheck, Finder][]) {
    await runFinder(db, check, finder(scope, at), into);
  }
}

/** Sums the ranges that were issued by the time of the snapshot, and compares each with those before it. */
async function checkNumbers(
  { db, drawId, slice, tell, into }: DrawCheck,
  { pools, bounds }: PoolSnapshot,
): Promise<void> {
  const toViolation = (check: DatabaseCheck, poolId: string, range: SuspectRange): Violation => {
    return { check, drawId, subject: `${poolId} ${range.first}-${range.last}`, detail: { poolId, ...range } };
  };
  const note = (check: DatabaseCheck, poolId: string, ranges: SuspectRange[]) =>
    addFindings(
      into,
      check,
      ranges.map((range) => toViolation(check, poolId, range)),
      ranges.length,
    );
  for (const [poolId, { highest }] of bounds) {
    const pool = pools.find((other) => other.poolId === poolId);
    for (let next: { after: number; lastBefore: number } | null = { after: 0, lastBefore: 0 }; next; ) {
      const page = await readNumberPage(db, { drawId, poolId, ...next, highest, limit: slice });
      if (pool) pool.ranges += page.ranges;
      if (pool) pool.numbers += page.numbers;
      note("number-duplicate", poolId, page.duplicates);
      note("number-gap", poolId, page.gaps);
      tell({ part: "numbers", drawId, done: page.next?.lastBefore ?? highest, total: highest });
      next = page.next;
    }
  }
}

/** `end` is null for the last slice of a draw. */
async function readSliceEnd(db: Database, drawId: string, after: string, size: number) {
  const rows = await queryRows<{ last: string | null; orders: string }>(
    db,
    sql`select max(order_id) as last, count(*) as orders from (
      select order_id from orders where draw_id = ${drawId} and order_id > ${after}
      order by order_id ${limitClause(size)}
    ) slice`,
  );
  const orders = Number(rows[0]?.orders);
  return { end: orders < size ? null : (rows[0]?.last ?? null), orders };
}

function createSliceScope(drawId: string, after: string, end: string | null): Scope {
  return (alias) => {
    const table = sql.identifier(alias);
    const begins = sql`${table}.draw_id = ${drawId} and ${table}.order_id > ${after}`;
    return end === null ? begins : sql`${begins} and ${table}.order_id <= ${end}`;
  };
}

/**
 * Runs all order checks of a draw, slice by slice, and adds findings to `into`. Returns when its first payment was
 * sent.
 */
async function checkOrders({ db, drawId, at, slice, tell, into }: DrawCheck, { pools, bounds }: PoolSnapshot) {
  let [done, stubs, firstSent] = [0, 0, null as Date | null];
  const shrunkBefore = await sumShrunk(db, drawId);
  const counted = await readCountedSales(db, drawId);
  const sold = new Map<string, SaleSums>();
  for (let after: string | null = ""; after !== null; ) {
    const { end, orders } = await readSliceEnd(db, drawId, after, slice);
    const scope = createSliceScope(drawId, after, end);
    addLines(pools, await readSoldLines(db, drawId, bounds, scope));
    into.cashCents += await sumCash(db, scope, at);
    if (counted) addSales(sold, await sumSales(db, scope, counted.sequence));
    stubs += await countStubs(db, scope);
    await runFinders(db, slicedFinders, scope, at, into);
    firstSent = getEarlier(firstSent, await readFirstSent(db, scope));
    done += orders;
    tell({ part: "orders", drawId, done, total: null });
    after = end;
  }
  into.orders += done;
  const wrongSales = findSalesViolations(drawId, counted?.rows ?? [], sold);
  addFindings(into, "half-hour-sales", wrongSales, wrongSales.length);
  // A job may shrink orders during the check. So the number of stubs must lie between the sums of the entries that were
  // read before and after counting them.
  const createViolation = (check: DatabaseCheck): Violation => {
    return { check, drawId, subject: drawId, detail: { of: "draw", actions: "orders-shrunk", orders: stubs } };
  };
  if (stubs < shrunkBefore) addFindings(into, "audit-unfounded", [createViolation("audit-unfounded")], 1);
  if (stubs > (await sumShrunk(db, drawId))) addFindings(into, "audit-missing", [createViolation("audit-missing")], 1);
  return firstSent;
}

function getEarlier(left: Date | null, right: Date | null): Date | null {
  if (!left || !right) return left ?? right;
  return left < right ? left : right;
}

async function checkDraw(check: DrawCheck, createdAt: Date): Promise<void> {
  const { db, drawId, at, into } = check;
  const snapshot = await db.transaction((tx) => readPoolSnapshot(tx, drawId), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  await checkNumbers(check, snapshot);
  const ofDraw: Scope = (alias) => sql`${sql.identifier(alias)}.draw_id = ${drawId}`;
  await runFinders(db, drawFinders, ofDraw, at, into);
  const withoutOrder: Scope = (alias) => sql`${ofDraw(alias)} and ${sql.identifier(alias)}.order_id is null`;
  const firstSent = getEarlier(await checkOrders(check, snapshot), await readFirstSent(db, withoutOrder));
  into.pools.push(...snapshot.pools);
  into.draws.push({ drawId, since: getEarlier(createdAt, firstSent) ?? createdAt, hasAttempts: firstSent !== null });
}

/** Uses custom plans, because the generic ones (decision 050) would read all entries of these long chains. */
async function checkOutsideDraws(db: Database, at: Date, into: InvariantSnapshot): Promise<void> {
  await runFinders(db, deletedDrawFinders, () => sql`true`, at, into);
  const chains = await listChainsOfNoDraw(db);
  for (let from = 0; from < chains.length; from += chainsPerSlice) {
    const ids = sql.param(chains.slice(from, from + chainsPerSlice));
    const ofChains: Scope = (alias) => sql`${sql.identifier(alias)}.draw_id = any(${ids}::text[])`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
      await runFinders(tx, chainFinders, ofChains, at, into);
    });
  }
}
