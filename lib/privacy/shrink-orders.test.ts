import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import { addNote } from "@/lib/console/orders/add-note";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { readOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { queryRows } from "@/lib/platform/db/database";
import { listOrders } from "@/lib/terminal/orders/list-orders";
import { viewOrder } from "@/lib/terminal/orders/view-order";
import { orderLines } from "@/scripts/order/text";
import { sealAll } from "@/tests/support/core/audit-chain";
import { findText } from "@/tests/support/core/find-text";
import { createBasket, freshKey } from "@/tests/support/core/orders";
import {
  buyPlanted,
  cancelPlanted,
  countLines,
  dayMs,
  openDrawWithWinner,
  placePlanted,
  planted,
} from "@/tests/support/core/planted-person";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { erasePerson } from "./erase-person";
import { privacyJobs } from "./job";
import { shrinkOrders } from "./shrink-orders";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
  await openDrawWithWinner(test, "draw");
});
afterAll(() => test.close());

const linesOf = (order: OrderView) => countLines(test, order);
const cancelled = () => cancelPlanted(test, "draw");

async function violations(): Promise<unknown[]> {
  await sealAll(test);
  const report = await checkInvariants(test.admin);
  if (!report.ok) throw new Error(report.reason);
  return report.violations;
}

it("is done by the job that erases buyers", async () => {
  const order = await cancelled();
  test.clock.advance(dayMs);
  const job = privacyJobs(test.ctx).find(({ name }) => name === "erase-expired");
  await job?.run(new AbortController().signal);
  expect(await linesOf(order)).toBe(0);
});

describe("an order that ended without anyone trying to pay it", () => {
  it("shrinks a day after it was placed, and not before; its row tells what became of it", async () => {
    const [first, second, paid] = [await cancelled(), await placePlanted(test, "draw"), await buyPlanted(test, "draw")];
    test.clock.advance(dayMs - 1);
    await expireOrders(test.ctx);
    expect([await shrinkOrders(test.ctx), await linesOf(first), await linesOf(second)]).toEqual([0, 1, 1]);
    test.clock.advance(1);
    expect(await shrinkOrders(test.ctx)).toBe(2);
    expect([await linesOf(first), await linesOf(second), await linesOf(paid)]).toEqual([0, 0, 1]);
    const rest = { lines: [], numbers: [], buyer: null, isErased: true, lastPayment: null, amount: first.amount };
    for (const [order, status] of [
      [first, "cancelled"],
      [second, "expired"],
    ] as const) {
      const { orderId, orderCode, placedAt } = order;
      const read = await readOrder(test.ctx, order);
      expect(read).toMatchObject({ ok: true, order: { ...rest, orderId, orderCode, placedAt, status } });
    }
    expect([await shrinkOrders(test.ctx), await violations()]).toEqual([0, []]);
  });

  it("shrinks after a stop of days in which nobody ended its hold", async () => {
    const order = await placePlanted(test, "draw");
    test.clock.advance(3 * dayMs);
    expect([await shrinkOrders(test.ctx), await linesOf(order)]).toEqual([1, 0]);
  });

  it("leaves nothing of its buyer, its lines, or its browser", async () => {
    await cancelled();
    test.clock.advance(dayMs);
    expect(await findText(test.ctx.db, planted.email)).toEqual(["orders.buyer"]);
    await shrinkOrders(test.ctx);
    expect([await findText(test.ctx.db, planted.email), await findText(test.ctx.db, "planted-browser")]).toEqual([
      [],
      [],
    ]);
    const [row] = await queryRows(
      test.ctx.db,
      sql`select team_id, client_key, request_hash, share_holders from orders`,
    );
    expect(row).toEqual({ team_id: null, client_key: "", request_hash: "", share_holders: null });
  });

  it("loses its notes, which may name somebody", async () => {
    const order = await cancelled();
    const noted = await addNote(test.admin, order, { text: planted.name });
    expect(noted.ok).toBe(true);
    const count = () => queryRows(test.ctx.db, sql`select 1 from order_notes where order_id = ${order.orderId}`);
    expect(await count()).toHaveLength(1);
    test.clock.advance(dayMs);
    await shrinkOrders(test.ctx);
    expect(await count()).toEqual([]);
  });

  it("is found by an admin and by a tablet, which say that it was not paid", async () => {
    const gate = await registerDevice(test, { deviceId: "gate-1" });
    const order = await placeBy(gate, "draw");
    await cancelOrder(gate, order);
    test.clock.advance(dayMs);
    expect(await shrinkOrders(test.ctx)).toBe(1);
    const found = await findAdminOrders(test.admin, order.orderCode, null);
    expect(found).toMatchObject({ ok: true, orders: [{ orderCode: order.orderCode, status: "cancelled", lines: [] }] });
    const words = found.ok ? orderLines(found.orders[0] as (typeof found.orders)[number]) : [];
    expect(words).toEqual(
      expect.arrayContaining([expect.stringMatching(/cancelled/), "Payments: none", "Lines: none"]),
    );
    const viewed = await viewOrder(gate, order);
    expect(viewed).toMatchObject({
      ok: true,
      order: { status: "cancelled", lines: [], attempts: [], nextStep: "none" },
    });
    const listed = await listOrders(gate, { instanceId: "draw" });
    expect(listed).toMatchObject({ ok: true, orders: [{ orderId: order.orderId, status: "cancelled", tickets: 0 }] });
  });

  it("takes its key no second time, and stays what it is", async () => {
    const [key, basket, client] = [freshKey(), createBasket("draw"), asClient(test.ctx, "browser")];
    const placed = await placeOrder(client, basket, key);
    if (!placed.ok) throw new Error(placed.reason);
    await cancelOrder(client, placed.order);
    test.clock.advance(dayMs);
    await shrinkOrders(test.ctx);
    expect(await placeOrder(client, basket, key)).toMatchObject({ ok: false, reason: "idempotency-key-reused" });
    expect(await cancelOrder(client, placed.order)).toEqual({ ok: true });
  });

  it("that was erased on request before loses its lines too", async () => {
    const order = await cancelled();
    await erasePerson(test.admin, { email: planted.email, dryRun: false });
    test.clock.advance(dayMs);
    expect([await shrinkOrders(test.ctx), await linesOf(order), await violations()]).toEqual([1, 0, []]);
  });
});
