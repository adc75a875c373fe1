import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { createLocalTime } from "@/lib/local-time";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ReportHead, ReportRecord } from "./rules";
import type { PoolSnapshot, ReportSnapshot } from "./rules.head";
import { toReportHead } from "./rules.head";
import type { CheckedRows, IssuedRange } from "./rules.rows";
import { createPoolChecker } from "./rules.rows";
import type { OrderTotals, Totals } from "./rules.totals";
import { createTotals } from "./rules.totals";
import { readIssuedRanges, readOrderSlice, readReportSnapshot } from "./store";

/** Rows per statement, few enough that sales don't noticeably wait. */
const pageSize = 1000;

type Report = {
  db: Context["db"];
  head: ReportHead;
  snapshot: ReportSnapshot;
  totals: Totals;
  orderTotals: OrderTotals;
};

/**
 * Streams from one snapshot, so that a draw of any size needs little memory (docs/decisions/026-reading-at-scale.md).
 * For admins with `reports` for the draw.
 */
export async function reportDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; records: AsyncIterable<ReportRecord> } | Refusal<AdminRefusal | "draw-not-found">> {
  const refused = await authorizeForDraw(ctx, "reports", drawId, "draw-not-found");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const now = ctx.now();
  const snapshot = await ctx.db.transaction((tx) => readReportSnapshot(tx, drawId), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  if (!snapshot) return refuse("draw-not-found");
  const head = toReportHead(snapshot, now);
  const report = { db: ctx.db, head, snapshot, totals: createTotals(), orderTotals: { orders: 0, amountCents: 0 } };
  return { ok: true, records: generateRecords(report) };
}

async function* generateRecords(report: Report): AsyncGenerator<ReportRecord> {
  const { head, snapshot, totals, orderTotals } = report;
  const orders = sumOrders(report);
  yield head;
  for (const { poolId } of head.pools) {
    const pool = snapshot.pools.find((one) => one.poolId === poolId);
    if (pool) yield* generatePool(report, pool, orders);
  }
  while (!(await orders.next()).done);
  yield totals.close(head.pools, orderTotals);
}

/** Reads a slice of the orders after each page of numbers, so that neither is left to be read in one go. */
async function* generatePool(
  report: Report,
  pool: PoolSnapshot,
  orders: AsyncGenerator<void>,
): AsyncGenerator<ReportRecord> {
  const { head, totals } = report;
  const { poolId, counters } = pool;
  if (!counters) totals.addProblems([{ problem: "pool-unknown", poolId }]);
  const limit = counters?.maxTickets ?? null;
  const checker = createPoolChecker({ poolId, limit }, pool, createLocalTime(head.timeZone));
  for await (const page of readPages(report, pool)) {
    yield* generatePage(totals, page, checker.add);
    await orders.next();
  }
  const rest = checker.finish();
  totals.addProblems(rest.problems);
  for (const row of rest.rows) {
    totals.add(row, false);
    yield row;
  }
}

function* generatePage(totals: Totals, page: readonly IssuedRange[], add: (range: IssuedRange) => CheckedRows) {
  for (const range of page) {
    const { rows, problems } = add(range);
    totals.addProblems(problems);
    for (const row of rows) {
      totals.add(row, row.orderCode !== null && range.lineNumber === 1);
      yield row;
    }
  }
}

async function* readPages({ db, head }: Report, pool: PoolSnapshot): AsyncGenerator<IssuedRange[]> {
  const { poolId, highest } = pool;
  for (let after = 0; after < highest; ) {
    const page = await readIssuedRanges(db, { drawId: head.instanceId, poolId, after, highest, limit: pageSize });
    yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.first ?? highest;
  }
}

async function* sumOrders({ db, head, snapshot, totals, orderTotals }: Report): AsyncGenerator<void> {
  for (let after: string | null = ""; after !== null; ) {
    const request = { drawId: head.instanceId, after, bounds: snapshot.pools, limit: pageSize };
    const slice = await readOrderSlice(db, request);
    orderTotals.orders += slice.orders;
    orderTotals.amountCents += slice.amountCents;
    totals.addProblems(slice.unlike.map((order) => ({ problem: "order-unlike-lines", ...order })));
    after = slice.last;
    yield;
  }
}
