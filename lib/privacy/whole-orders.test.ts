import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import type { OrderView } from "@/lib/orders/rules";
import { readOrderRecord } from "@/lib/orders/store";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { queryRows } from "@/lib/platform/db/database";
import { reportDraw } from "@/lib/reports/report-draw";
import { expectLogs, payUnanswered, readStatus, reconcileAfter, reconcileFor } from "@/tests/support/core/attempts";
import { sealAll } from "@/tests/support/core/audit-chain";
import {
  buyPlanted,
  cancelPlanted,
  countLines,
  dayMs,
  openDrawWithWinner,
  placePlanted,
} from "@/tests/support/core/planted-person";
import { takeParts } from "@/tests/support/core/report";
import { fillOrders, placeBy, registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { shrinkOrders } from "./shrink-orders";
import { shrinkNext } from "./store.stubs";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  vi.restoreAllMocks();
  expectLogs();
  test = await openTestContext();
  await openDrawWithWinner(test, "draw");
});
afterAll(() => test.close());

const linesOf = (order: OrderView) => countLines(test, order);
const cancelled = () => cancelPlanted(test, "draw");

async function declined(): Promise<OrderView> {
  const order = await placePlanted(test, "draw");
  await payUnanswered(test, order, null, { kind: "refused", reason: "declined", code: "7", transactionId: null });
  await cancelOrder(test.ctx, order);
  return order;
}

async function overpaid(): Promise<OrderView> {
  const order = await placePlanted(test, "draw");
  await payUnanswered(test, order, { amountCents: 2001 });
  await reconcileAfter(test, 2000);
  return order;
}

async function unanswered(captured: null | object = {}): Promise<OrderView> {
  const order = await placePlanted(test, "draw");
  await payUnanswered(test, order, captured);
  return order;
}

async function missing(): Promise<OrderView> {
  const order = await unanswered(null);
  await reconcileFor(test, 20 * 60_000);
  return order;
}

async function forCash(): Promise<OrderView> {
  const gate = await registerDevice(test, { deviceId: "gate-1" });
  const order = await placeBy(gate, "draw");
  const taken = await settleCash(gate, order);
  if (!taken.ok) throw new Error(taken.reason);
  return order;
}

describe("an order stays whole", () => {
  it.each([
    ["that a card declined for", declined, "cancelled"],
    ["whose payment came in another amount", overpaid, "refunded"],
    ["whose payment's outcome nobody knows", () => unanswered(), "unknown"],
    ["whose payment is missing", missing, "expired"],
    ["that is paid", () => buyPlanted(test, "draw"), "finalized"],
    ["that is paid in cash", forCash, "finalized"],
  ] as const)("%s", async (_what, make, status) => {
    const order = await make();
    await expireOrders(test.ctx);
    expect(await readStatus(test, order)).toBe(status);
    const before = await readOrderRecord(test.ctx.db, "draw", order.orderId);
    test.clock.advance(3 * dayMs);
    expect(await shrinkOrders(test.ctx)).toBe(0);
    expect(await readOrderRecord(test.ctx.db, "draw", order.orderId)).toEqual(before);
  });

  it("that lived when a restore lost what happened: a payment of it may be found; others shrink", async () => {
    const before = await cancelled();
    test.clock.advance(3 * 60 * 60_000);
    const lived = await cancelled();
    const restoredTo = new Date(test.clock.now().getTime() + 30 * 60_000).toISOString();
    test.clock.advance(2 * 60 * 60_000);
    const at = test.clock.now().toISOString();
    await test.ctx.db.execute(sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
      values ('draw', ${at}::timestamptz, 'database-restored', 'admin', jsonb_build_object('restoredTo', ${restoredTo}::text))`);
    test.clock.advance(2 * 60 * 60_000);
    const after = await cancelled();
    test.clock.advance(2 * dayMs);
    expect(await shrinkOrders(test.ctx)).toBe(2);
    expect([await linesOf(before), await linesOf(lived), await linesOf(after)]).toEqual([0, 1, 0]);
  });
});

describe("a draw with sales", () => {
  it("reports the same before and after its abandoned orders shrank", async () => {
    await buyPlanted(test, "draw");
    await cancelled();
    await declined();
    test.clock.advance(dayMs);
    await sealAll(test);
    const reportOf = async () => {
      const reported = await reportDraw(test.admin, "draw");
      if (!reported.ok) throw new Error(reported.reason);
      return takeParts(reported.records);
    };
    const before = await reportOf();
    expect(before.rows).toHaveLength(1);
    expect(await shrinkOrders(test.ctx)).toBe(1);
    expect(await reportOf()).toEqual(before);
    await sealAll(test);
    const check = await checkInvariants(test.admin);
    expect(check.ok && check.violations).toEqual([]);
  });

  it("is gone through by two processes at once, each order once, and never again", async () => {
    await fillOrders(test, "draw", { orders: 1300, perSecond: 10 });
    await test.ctx.db.execute(sql`delete from payment_attempts`);
    await test.ctx.db.execute(sql`update orders set status = 'expired'`);
    test.clock.advance(2 * dayMs);
    const counts = await Promise.all([shrinkOrders(test.ctx), shrinkOrders(test.ctx)]);
    const left = await shrinkOrders(test.ctx);
    expect(counts.reduce((sum, one) => sum + one, left)).toBe(1300);
    const [row] = await queryRows(
      test.ctx.db,
      sql`select (select count(*)::int from order_lines) as lines, (
        select sum((detail->>'orders')::int)::int from audit_entries where action = 'orders-shrunk') as told`,
    );
    expect(row).toEqual({ lines: 0, told: 1300 });
  });

  it("is left for the next run when the process stops", async () => {
    const order = await cancelled();
    test.clock.advance(dayMs);
    expect([await shrinkOrders(test.ctx, AbortSignal.abort()), await linesOf(order)]).toEqual([0, 1]);
  });

  it.runIf(onPostgres)("is read 500 orders at a time, however many were paid before", async () => {
    await fillOrders(test, "draw", { orders: 6000, perSecond: 10 });
    await test.ctx.db.execute(sql`update orders set status = 'finalized', finalized_at = placed_at`);
    await test.ctx.db.execute(sql`update payment_attempts set state = 'approved'`);
    await test.ctx.db.execute(sql`vacuum analyze orders`);
    test.clock.advance(2 * dayMs);
    const now = test.clock.now();
    const walk = { drawId: "draw", closesAt: new Date(now.getTime() + dayMs) };
    const at = { before: new Date(now.getTime() - dayMs), now };
    for (let batch = 0; batch < 11; batch += 1) await shrinkNext(test.ctx.db, walk, at);
    const rows = await rowsRead(test.ctx.db, (tx) => shrinkNext(tx, walk, at));
    expect(rows).toBeLessThan(600);
    expect(await rowsRead(test.ctx.db, (tx) => shrinkNext(tx, walk, at))).toBeLessThan(20);
  });
});
