import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import type { OrderView } from "@/lib/orders/rules";
import { listEntries } from "@/lib/orders/store.audit";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

const minute = 60_000;

async function listActions({ instanceId, orderId }: OrderView): Promise<string[]> {
  const entries = await listEntries(test.ctx.db, instanceId, orderId);
  return entries.map(({ action, actor }) => `${action} ${actor}`);
}

async function payAnswered(order: OrderView, answer: TestContext["gateway"]["answer"]): Promise<void> {
  const before = test.gateway.answer;
  test.gateway.answer = answer;
  await payOrder(test.ctx, createPayment(order));
  test.gateway.answer = before;
}

const unanswered = async () => ({ kind: "unknown" as const, code: null });

describe("each event of an order is recorded once", () => {
  it("however often a call is made: a call that changes nothing leaves no entry", async () => {
    const order = await place(test, await openDraw(test, "once"));
    test.clock.advance(minute);
    await extendOrder(test.ctx, order);
    await extendOrder(test.ctx, order);
    test.clock.advance(minute);
    await Promise.all([1, 2, 3].map(() => cancelOrder(test.ctx, order)));
    await cancelOrder(test.ctx, order);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("order-cancelled");
    expect(await listActions(order)).toEqual(["placed buyer", "extended buyer", "cancelled buyer"]);
  });

  it("when it expires automatically", async () => {
    const order = await place(test, await openDraw(test, "expires"));
    test.clock.advance(16 * minute);
    await expireOrders(test.ctx);
    await expireOrders(test.ctx);
    expect(await listActions(order)).toEqual(["placed buyer", "expired system"]);
  });

  it("when twenty clicks pay at once, and its receipt is resent", async () => {
    const order = await place(test, await openDraw(test, "clicks"));
    test.clock.advance(minute);
    await Promise.all(Array.from({ length: 20 }, () => payOrder(test.ctx, createPayment(order))));
    test.clock.advance(2 * minute);
    await Promise.all([resendReceipt(test.ctx, order), resendReceipt(test.ctx, order)]);
    expect(await listActions(order)).toEqual([
      "placed buyer",
      "payment-sent buyer",
      "payment-approved system",
      "receipt-resent buyer",
    ]);
  });

  it("when its payment is settled again and again", async () => {
    const order = await place(test, await openDraw(test, "settled"));
    await payAnswered(order, unanswered);
    const key = { drawId: order.instanceId, orderId: order.orderId, gatewayOrderNumber: order.orderId };
    const refused = { kind: "refused", reason: "declined", code: "7", transactionId: null } as const;
    for (const _again of [1, 2, 3]) await settleAttempt(test.ctx, key, refused);
    expect(await listActions(order)).toEqual(["placed buyer", "payment-sent buyer", "payment-declined system"]);
  });

  it("when its payment is declined after the hold, which also releases its tickets", async () => {
    const order = await place(test, await openDraw(test, "declined-late"));
    await payAnswered(order, unanswered);
    test.clock.advance(20 * minute);
    const key = { drawId: order.instanceId, orderId: order.orderId, gatewayOrderNumber: order.orderId };
    await settleAttempt(test.ctx, key, { kind: "refused", reason: "declined", code: "7", transactionId: null });
    expect((await listActions(order)).slice(2).sort()).toEqual(["expired system", "payment-declined system"]);
  });

  it("when its money can't become numbers and is refunded", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const order = await place(test, await openDraw(test, "surplus"));
    await payAnswered(order, unanswered);
    const key = { drawId: order.instanceId, orderId: order.orderId, gatewayOrderNumber: order.orderId };
    const { transactionId } = createCapture({ orderNumber: order.orderId, amountCents: 900 });
    const approval = { transactionId, code: "1", amountCents: 900, cardType: "VI", lastFour: "1234" };
    for (const _again of [1, 2]) await settleAttempt(test.ctx, key, { kind: "approved", ...approval });
    expect(logged).toHaveBeenCalledOnce();
    expect((await listActions(order)).slice(2).sort()).toEqual(["payment-surplus system", "refund-requested system"]);
  });

  it("with every attempt of a refund, whoever requested it", async () => {
    const order = await place(test, await openDraw(test, "refunds"));
    await payOrder(test.ctx, createPayment(order));
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { giveBack } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "7" });
    test.clock.advance(minute);
    await requestRefund(test.admin, order, {});
    expect(logged).toHaveBeenCalledOnce();
    test.gateway.giveBack = giveBack;
    test.clock.advance(minute);
    await Promise.all([requestRefund(test.admin, order, {}), requestRefund(test.admin, order, {})]);
    const entries = await listEntries(test.ctx.db, order.instanceId, order.orderId);
    expect(entries.slice(3).map(({ action, actor, detail }) => [action, actor, detail.refundNumber])).toEqual([
      ["refund-requested", "admin", `RF${order.orderId}01`],
      ["refund-refused", "system", `RF${order.orderId}01`],
      ["refund-requested", "admin", `RF${order.orderId}02`],
      ["refund-done", "system", `RF${order.orderId}02`],
    ]);
  });
});

describe("a change that doesn't happen", () => {
  it("leaves no entry: the entry is rolled back with it", async () => {
    const order = await place(test, await openDraw(test, "undone"));
    await test.ctx.db.execute(
      sql`alter table pools add constraint pools_never_freed check (draw_id <> 'undone' or reserved > 0)`,
    );
    await expect(cancelOrder(test.ctx, order)).rejects.toThrow();
    await test.ctx.db.execute(sql`alter table pools drop constraint pools_never_freed`);
    expect(await listActions(order)).toEqual(["placed buyer"]);
  });
});

describe("the actor", () => {
  it("is a buyer without a name, a device with its name and operator, or an admin", async () => {
    const draw = await openDraw(test, "who");
    const device = await registerDevice(test, { deviceId: "who-gate", name: "Gate 7", operator: "Kim" });
    const orders = [await place(test, draw), await place(test, draw), await place(test, draw)] as const;
    await cancelOrder(asClient(test.ctx, "browser-key"), orders[0]);
    await cancelOrder(device, orders[1]);
    await cancelOrder(test.admin, orders[2]);
    const found = [];
    for (const { instanceId, orderId } of orders) {
      const { actor, device: name, operator } = (await listEntries(test.ctx.db, instanceId, orderId))[1] ?? {};
      found.push([actor, name, operator]);
    }
    expect(found).toEqual([
      ["buyer", null, null],
      ["device", "Gate 7", "Kim"],
      ["admin", null, null],
    ]);
  });
});
