import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { dayMs } from "@/lib/durations";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { OrderView } from "@/lib/orders/rules";
import { shrinkOrders } from "@/lib/privacy/shrink-orders";
import { sealAll } from "@/tests/support/core/audit-chain";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { checkInvariants } from "./check-invariants";

let test: TestContext;
let stub: OrderView;
let paid: OrderView;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
  await openDraw(test, "draw");
  [stub, paid] = [await place(test, "draw", 2), await place(test, "draw", 3)];
  await cancelOrder(test.ctx, stub);
  await pay(test.ctx, paid);
  test.clock.advance(dayMs);
  expect(await shrinkOrders(test.ctx)).toBe(1);
  await sealAll(test);
});
afterAll(() => test.close());

async function findAfter(...statements: SQL[]): Promise<string[]> {
  for (const statement of statements) await test.ctx.db.execute(statement);
  const report = await checkInvariants(test.admin, { instanceId: "draw" });
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check, subject }) => `${check} ${subject}`);
}

const withoutLines = (order: OrderView) => sql`delete from order_lines where order_id = ${order.orderId}`;

const erased = (order: OrderView) => sql`update orders set erased_at = now(), buyer = null, card_last_four = null,
  client_key = '', request_hash = '' where order_id = ${order.orderId}`;

describe("orders without lines", () => {
  it("are right where they were shrunk; the draw's history isn't filled with that", async () => {
    expect(await findAfter()).toEqual([]);
    const history = await listDrawHistory(test.admin, "draw");
    expect(history.ok && history.entries.map(({ action }) => action)).not.toContain("orders-shrunk");
  });

  it("are found where they were paid", async () => {
    const found = await findAfter(withoutLines(paid), erased(paid));
    expect(found).toContain(`order-amount ${paid.orderCode}`);
  });

  it("are found where they are held, and where a payment was tried", async () => {
    const [held, tried] = [await place(test, "draw"), await place(test, "draw")];
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    await pay(test.ctx, tried).catch(() => undefined);
    await cancelOrder(test.ctx, tried);
    const found = await findAfter(withoutLines(held), withoutLines(tried), erased(tried));
    expect(found).toEqual(
      expect.arrayContaining([`order-amount ${held.orderCode}`, `order-amount ${tried.orderCode}`]),
    );
  });

  it("are found where only their lines are gone", async () => {
    const order = await place(test, "draw");
    await cancelOrder(test.ctx, order);
    expect(await findAfter(withoutLines(order))).toEqual([`order-amount ${order.orderCode}`]);
  });

  it("are found where nobody wrote down that they were shrunk, or that more were", async () => {
    const order = await place(test, "draw");
    await cancelOrder(test.ctx, order);
    expect(await findAfter(withoutLines(order), erased(order))).toEqual(["audit-missing draw"]);
    const claim = sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
      values ('draw', ${test.clock.now().toISOString()}::timestamptz, 'orders-shrunk', 'system', '{"orders": 2}')`;
    expect(await findAfter(claim)).toEqual(["audit-unfounded draw"]);
  });
});
