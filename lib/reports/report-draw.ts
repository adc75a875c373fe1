import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { createLocalTime } from "@/lib/local-time";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { ReportHead, ReportRecord } from "./rules";
import type { PoolSnapshot, ReportSnapshot } from "./rules.head";
import { toReportHead } from "./rules.head";
import type { Accounted, IssuedRange } from "./rules.rows";
import { openPoolAccount } from "./rules.rows";
import type { OrderTotals, Totals } from "./rules.totals";
import { openTotals } from "./rules.totals";
import { readReportSnapshot } from "./store";
import { readIssuedRanges, readOrderSlice } from "./store.pages";

/** Ranges read by one statement: enough to be quick, few enough that nobody who sells waits for it. */
const pageSize = 1000;

/** A report being read; `summed` is what its orders come to so far. */
type Report = { db: Context["db"]; head: ReportHead; snapshot: ReportSnapshot; totals: Totals; summed: OrderTotals };

/** Sums the orders of the snapshot, a slice at a time. */
async function* sumOrders({ db, head, snapshot, totals, summed }: Report): AsyncGenerator<void> {
  for (let after: string | null = ""; after !== null; ) {
    const request = { drawId: head.instanceId, after, bounds: snapshot.pools, limit: pageSize };
    const slice = await readOrderSlice(db, request);
    summed.orders += slice.orders;
    summed.amountCents += slice.amountCents;
    totals.note(slice.unlike.map((order) => ({ problem: "order-unlike-lines", ...order })));
    after = slice.last;
    yield;
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

function* tellPage(totals: Totals, page: readonly IssuedRange[], add: (range: IssuedRange) => Accounted) {
  for (const range of page) {
    const { rows, problems } = add(range);
    totals.note(problems);
    for (const row of rows) {
      totals.add(row, row.orderCode !== null && range.lineNumber === 1);
      yield row;
    }
  }
}

/** With each page of numbers goes a slice of the orders, so that a reader sees how far all of it is. */
async function* tellPool(
  report: Report,
  pool: PoolSnapshot,
  orders: AsyncGenerator<void>,
): AsyncGenerator<ReportRecord> {
  const { head, totals } = report;
  const { poolId, counters } = pool;
  if (!counters) totals.note([{ problem: "pool-unknown", poolId }]);
  const limit = counters?.maxTickets ?? null;
  const account = openPoolAccount({ poolId, limit }, pool, createLocalTime(head.timeZone));
  for await (const page of readPages(report, pool)) {
    yield* tellPage(totals, page, account.add);
    await orders.next();
  }
  const rest = account.finish();
  totals.note(rest.problems);
  for (const row of rest.rows) {
    totals.add(row, false);
    yield row;
  }
}

async function* tellRecords(report: Report): AsyncGenerator<ReportRecord> {
  const { head, snapshot, totals, summed } = report;
  const orders = sumOrders(report);
  yield head;
  for (const { poolId } of head.pools) {
    const pool = snapshot.pools.find((known) => known.poolId === poolId);
    if (pool) yield* tellPool(report, pool, orders);
  }
  while (!(await orders.next()).done);
  yield totals.close(head.pools, summed);
}

/**
 * Reports a draw for a regulator, admins only: its head, every number of every pool as ranges in their order, and
 * totals that were compared with the counters. Records are read as they are taken, so that a draw of any size needs
 * little memory; all are of one snapshot (docs/decisions/008-report-snapshot.md). Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `draw-not-found`.
 */
export async function reportDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; records: AsyncIterable<ReportRecord> } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "reports");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const now = ctx.now();
  const snapshot = await ctx.db.transaction((tx) => readReportSnapshot(tx, drawId), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  if (!snapshot) return refuse("draw-not-found");
  const head = toReportHead(snapshot, now);
  const summed = { orders: 0, amountCents: 0 };
  return { ok: true, records: tellRecords({ db: ctx.db, head, snapshot, totals: openTotals(), summed }) };
}
