import { sql } from "drizzle-orm";

import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reportDraw } from "@/lib/reports/report-draw";
import type { ReportEnd, ReportHead, ReportRange, ReportRecord } from "@/lib/reports/rules";

import { createBasket, createPayment, freshKey, openDraw, place } from "./orders";
import type { TestContext } from "./test-context";
import { openTestContext } from "./test-context";

/** 23:45 on the 20th in St. John's, an hour and a half ahead of Toronto. */
const lateInStJohns = new Date("2026-11-21T03:15:00Z");

/** A 50/50 of at most 100 numbers and an unlimited raffle, each with its own licence. */
const twoPools = {
  timeZone: "America/St_Johns",
  maxTickets: 100,
  jackpotTotal: 500,
  license: "MAIN-1",
  secondDraws: [
    {
      id: "quilt",
      type: "Prize raffle",
      title: "Quilt",
      license: "QUILT-2",
      ticketPackageInfo: [{ id: "pair", tickets: 2, price: 5 }],
    },
  ],
};

/** The sales of the draw `reported`: three paid orders around midnight, one held, one expired. */
export type ReportedSales = { test: TestContext; paid: { first: OrderView; second: OrderView; third: OrderView } };

type Line = { poolId: string; packageId: string; quantity: number };

export function inMain(packageId: string, quantity: number): Line {
  return { poolId: "main", packageId, quantity };
}

function inQuilt(quantity: number): Line {
  return { poolId: "quilt", packageId: "pair", quantity };
}

export async function buy(test: TestContext, lines: Line[]): Promise<OrderView> {
  const placed = await placeOrder(test.ctx, createBasket("reported", 1, { lines }), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  const payment = await payOrder(test.ctx, createPayment(placed.order));
  if (!payment.ok || payment.outcome !== "paid") throw new Error("The payment was not approved.");
  return payment.order;
}

export async function sellReportedDraw(): Promise<ReportedSales> {
  const test = await openTestContext(lateInStJohns);
  await openDraw(test, "reported", twoPools);
  await place(test, "reported", 7);
  test.clock.advance(14 * 60_000);
  const first = await buy(test, [inMain("five", 2), inQuilt(3)]);
  test.clock.advance(2 * 60_000);
  await expireOrders(test.ctx);
  const second = await buy(test, [inMain("one", 1)]);
  const third = await buy(test, [inQuilt(1), inMain("five", 1)]);
  await place(test, "reported", 4);
  return { test, paid: { first, second, third } };
}

export async function runSql(test: TestContext, statement: string): Promise<void> {
  await test.ctx.db.execute(sql.raw(statement));
}

/** Marks the numbers of an order as void and subtracts its amounts from the sales, like a refund. */
export async function makeVoid(test: TestContext, { orderCode }: OrderView): Promise<void> {
  const ofOrder = `draw_id = 'reported' and order_id = (select order_id from orders where order_code = '${orderCode}')`;
  await runSql(test, `update number_ranges set voided_at = '2026-11-21T12:00:00Z' where ${ofOrder}`);
  await runSql(
    test,
    `update pools p set sales_cents = sales_cents - l.cents, voided = voided + l.tickets
    from (select pool_id, sum(amount_cents) as cents, sum(tickets) as tickets from order_lines where ${ofOrder}
      group by pool_id) l
    where p.draw_id = 'reported' and l.pool_id = p.pool_id`,
  );
}

/** Rolls back, so that one draw's sales serve every test. */
export async function undone(test: TestContext, work: (test: TestContext) => Promise<void>): Promise<void> {
  const undo = new Error("All of it is undone.");
  const changes = test.ctx.db.transaction(async (tx) => {
    await work({ ...test, ctx: { ...test.ctx, db: tx }, admin: { ...test.admin, db: tx } });
    throw undo;
  });
  await changes.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

export type ReportParts = { head: ReportHead; rows: ReportRange[]; end: ReportEnd };

export async function takeParts(records: AsyncIterable<ReportRecord>): Promise<ReportParts> {
  const all: ReportRecord[] = [];
  for await (const record of records) all.push(record);
  return { head: all[0] as ReportHead, rows: all.slice(1, -1) as ReportRange[], end: all.at(-1) as ReportEnd };
}

export async function report(test: TestContext): Promise<ReportParts> {
  const reported = await reportDraw(test.admin, "reported");
  if (!reported.ok) throw new Error(reported.reason);
  return takeParts(reported.records);
}

function copyRows(table: string, drawId: string, changes: string, [from, to]: [number, number]): string {
  return `insert into ${table} select copy.* from ${table} source cross join generate_series(${from}, ${to}) n
    cross join lateral jsonb_populate_record(source, jsonb_build_object(${changes})) copy
    where source.draw_id = '${drawId}' and source.order_id = (select order_id from template)`;
}

/** Adds one order of a single 50/50 ticket for each number from `from` to `to`, and raises the pool's counters. */
export async function copyOrder(test: TestContext, { orderCode, amount }: OrderView, from: number, to: number) {
  const [drawId, span] = ["reported", [from, to] as [number, number]];
  const copied = "'order_id', 'copy' || n";
  await runSql(test, `create temp table template as select order_id from orders where order_code = '${orderCode}'`);
  const keys = "'order_code', 'COPY' || n, 'idempotency_key', 'copy' || n, 'validation_hash', null";
  await runSql(test, copyRows("orders", drawId, `${copied}, ${keys}`, span));
  await runSql(test, copyRows("order_lines", drawId, copied, span));
  await runSql(test, copyRows("number_ranges", drawId, `${copied}, 'first_number', n, 'last_number', n`, span));
  await runSql(test, copyRows("payment_attempts", drawId, `${copied}, 'gateway_order_number', 'copy' || n`, span));
  const tickets = to - from + 1;
  await runSql(
    test,
    `update pools set sold = sold + ${tickets}, sales_cents = sales_cents + ${tickets * amount * 100},
      max_tickets = null
      where draw_id = '${drawId}' and pool_id = 'main'`,
  );
}
