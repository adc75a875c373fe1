import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { DatabaseCheck, Violation, ViolationDetail } from "./rules.invariants";
import { mostNamed } from "./rules.invariants";
import type { PoolSums } from "./rules.pool-sums";
import { addLines } from "./rules.pool-sums";
import { sumCash } from "./store.cash";
import { findMissingEntries, findUnsealedEntries } from "./store.invariants-audit";
import {
  findDuplicates,
  findGaps,
  findLinesWithoutNumbers,
  findNumbersWithoutSale,
  readLineSums,
  readPools,
} from "./store.invariants-numbers";
import {
  findAstrayAttempts,
  findMissingReceipts,
  findOrderAmounts,
  findOrdersWithoutPayment,
  findOverdueAttempts,
  findPaymentAmounts,
  findPaymentsWithoutOrder,
  findSeveralApproved,
  findStuckOrders,
} from "./store.invariants-orders";
import {
  findAstrayRefunded,
  findKeptSurplus,
  findKeptVerifications,
  findOverdueRefunds,
  findRefundsAbovePayment,
  findRefundsUnlikeLines,
  findRefundsWithoutVoid,
  findRepeatedRefunds,
  findVoidUnrefunded,
} from "./store.invariants-refunds";

/** Condition that keeps the rows of a table alias to what is looked at: all draws, one, or some orders of one. */
export type Scope = (alias: string) => SQL;

/** Builds a query of offending rows: `draw_id`, `subject` and `detail` of each. `at` is the instant of the check. */
export type Finder = (scope: Scope, at: Date) => SQL;

/** A draw that is checked: since when the gateway can have payments of it, and whether it was asked for any; cash is none. */
export type CheckedDraw = { drawId: string; since: Date; hasAttempts: boolean };

/** What one consistent look at the database found; money in cents. */
export type InvariantSnapshot = {
  draws: CheckedDraw[];
  violations: Violation[];
  /** Offending rows of a check that were counted without being named. */
  beyond: Map<DatabaseCheck, number>;
  pools: PoolSums[];
  orders: number;
  /** Cash that was taken and not given back. */
  cashCents: number;
};

type Finders = Partial<Record<DatabaseCheck, Finder>>;

/** Neighbours in a pool, attempts by an index of their own, and what belongs to no order: one pass over all rows. */
const wholeFinders: Finders = {
  "number-duplicate": findDuplicates,
  "number-gap": findGaps,
  "attempt-overdue": findOverdueAttempts,
  "refund-overdue": findOverdueRefunds,
  "verification-kept": findKeptVerifications,
  "audit-unsealed": findUnsealedEntries,
};

/** Rows that belong to one order: looked at slice by slice. */
const slicedFinders: Finders = {
  "line-without-numbers": findLinesWithoutNumbers,
  "numbers-without-sale": findNumbersWithoutSale,
  "order-amount": findOrderAmounts,
  "order-without-payment": findOrdersWithoutPayment,
  "order-stuck": findStuckOrders,
  "payment-without-order": findPaymentsWithoutOrder,
  "payment-amount": findPaymentAmounts,
  "several-approved": findSeveralApproved,
  "attempt-astray": findAstrayAttempts,
  "numbers-void-unrefunded": findVoidUnrefunded,
  "refund-without-void": findRefundsWithoutVoid,
  "refund-repeated": findRepeatedRefunds,
  "refund-unlike-lines": findRefundsUnlikeLines,
  "refund-above-payment": findRefundsAbovePayment,
  "refunded-astray": findAstrayRefunded,
  "surplus-kept": findKeptSurplus,
  "receipt-missing": findMissingReceipts,
  "audit-missing": findMissingEntries,
};

/** Orders that one statement joins: few enough to stay far from the time that a statement may take. */
const sliceOrders = 50_000;

type FoundRow = { draw_id: string; subject: string; detail: ViolationDetail; total: string | number };

async function findRows(tx: Database, check: DatabaseCheck, query: SQL, into: InvariantSnapshot): Promise<void> {
  const rows = await queryRows<FoundRow>(
    tx,
    sql`select draw_id, subject, detail, count(*) over () as total from (${query}) found
      order by draw_id, subject limit ${mostNamed}`,
  );
  if (!rows[0]) return;
  const before = into.violations.filter((violation) => violation.check === check).length;
  const named = rows.slice(0, mostNamed - before);
  for (const { draw_id: drawId, subject, detail } of named) into.violations.push({ check, drawId, subject, detail });
  into.beyond.set(check, (into.beyond.get(check) ?? 0) + Number(rows[0].total) - named.length);
}

async function findAll(tx: Database, finders: Finders, scope: Scope, at: Date, into: InvariantSnapshot) {
  for (const [check, finder] of Object.entries(finders) as [DatabaseCheck, Finder][]) {
    await findRows(tx, check, finder(scope, at), into);
  }
}

async function readDraws(tx: Database, scope: Scope): Promise<CheckedDraw[]> {
  const rows = await queryRows<{ draw_id: string; since: string | Date; has_attempts: boolean }>(
    tx,
    sql`select d.draw_id, least(d.created_at, a.first_sent_at) as since, a.first_sent_at is not null as has_attempts
      from draws d
      left join (
        select draw_id, min(sent_at) as first_sent_at from payment_attempts where method <> 'cash' group by draw_id
      ) a
        on a.draw_id = d.draw_id
      where ${scope("d")} order by d.draw_id`,
  );
  return rows.map((row) => ({ drawId: row.draw_id, since: new Date(row.since), hasAttempts: row.has_attempts }));
}

/** Lists all draws with what a comparison with the gateway needs of them. */
export function listCheckedDraws(db: Database): Promise<CheckedDraw[]> {
  return readDraws(db, () => sql`true`);
}

/** Counts the orders into the snapshot. Gives the draws that have any. */
async function countOrders(tx: Database, scope: Scope, into: InvariantSnapshot): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string; orders: string }>(
    tx,
    sql`select o.draw_id, count(*) as orders
      from orders o where ${scope("o")} group by o.draw_id order by o.draw_id`,
  );
  for (const { orders } of rows) into.orders += Number(orders);
  return rows.map((row) => row.draw_id);
}

/** Finds the last order of a slice that begins after `after`; null when it is the draw's last slice. */
async function readSliceEnd(tx: Database, drawId: string, after: string, size: number): Promise<string | null> {
  const rows = await queryRows<{ order_id: string }>(
    tx,
    sql`select order_id from orders where draw_id = ${drawId} and order_id > ${after}
      order by order_id offset ${size - 1} limit 1`,
  );
  return rows[0]?.order_id ?? null;
}

function sliceOf(drawId: string, after: string, end: string | null): Scope {
  return (alias) => {
    const table = sql.identifier(alias);
    const begins = sql`${table}.draw_id = ${drawId} and ${table}.order_id > ${after}`;
    return end === null ? begins : sql`${begins} and ${table}.order_id <= ${end}`;
  };
}

async function lookThrough(tx: Database, drawId: string, at: Date, size: number, into: InvariantSnapshot) {
  for (let after: string | null = ""; after !== null; ) {
    const end = await readSliceEnd(tx, drawId, after, size);
    const slice = sliceOf(drawId, after, end);
    addLines(into.pools, await readLineSums(tx, slice));
    into.cashCents += await sumCash(tx, slice);
    await findAll(tx, slicedFinders, slice, at, into);
    after = end;
  }
}

/**
 * Looks for every offending row at `at`, of one draw or of all, in one read-only snapshot: sales that go on meanwhile are
 * seen whole or not at all.
 */
export async function readInvariants(
  db: Database,
  { drawId, at, slice = sliceOrders }: { drawId: string | null; at: Date; slice?: number },
): Promise<InvariantSnapshot> {
  const scope: Scope = (alias) => (drawId === null ? sql`true` : sql`${sql.identifier(alias)}.draw_id = ${drawId}`);
  return db.transaction(
    async (tx) => {
      const [draws, pools] = [await readDraws(tx, scope), await readPools(tx, scope)];
      const snapshot = { draws, pools, orders: 0, cashCents: 0, violations: [], beyond: new Map() };
      await findAll(tx, wholeFinders, scope, at, snapshot);
      const withOrders = await countOrders(tx, scope, snapshot);
      for (const id of withOrders) await lookThrough(tx, id, at, slice, snapshot);
      return snapshot;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
