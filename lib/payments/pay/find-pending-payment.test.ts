import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { reconcileAfter } from "@/tests/support/core/attempts";
import { createBasket, createPayment, freshKey, getOutcome, openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, asClient, openTestContext } from "@/tests/support/core/test-context";
import { approve, createCapture } from "@/tests/support/core/test-gateway";
import { findPendingPayment } from "./find-pending-payment";
import { payOrder } from "./pay-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** Captures the payment at the bank, and loses the answer. */
async function payUnanswered(ctx: Context, drawId: string) {
  const placed = await placeOrder(ctx, createBasket(drawId), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  test.gateway.answer = async (request) => {
    test.gateway.ledger.push(createCapture(request, {}));
    return { kind: "unknown", code: null };
  };
  expect(getOutcome(await payOrder(ctx, createPayment(placed.order)))).toBe("payment-unknown");
  test.gateway.answer = async (request) => approve(request);
  return placed.order;
}

it("tells a browser of its own payment with its order, for as long as the bank has not answered", async () => {
  const draw = await openDraw(test, "open-payment");
  const buyer = asCaller(test.ctx, "203.0.113.5", "browser-of-marie");
  expect(await findPendingPayment(buyer, draw)).toEqual({ ok: true, payment: null });
  const { orderId, orderCode } = await payUnanswered(buyer, draw);
  const sentAt = test.clock.now().toISOString();
  const payment = { orderId, orderCode, amount: 10, sentAt };
  expect(await findPendingPayment(buyer, draw)).toEqual({ ok: true, payment });
  await reconcileAfter(test, 6 * 60_000);
  expect(await findPendingPayment(buyer, draw)).toEqual({ ok: true, payment: null });
});

it("tells nobody else: not another browser, one without a cookie, a tablet, nor of another draw", async () => {
  const draw = await openDraw(test, "open-payment-foreign");
  const elsewhere = await openDraw(test, "open-payment-elsewhere");
  const buyer = asCaller(test.ctx, "203.0.113.6", "browser-of-noe");
  await payUnanswered(buyer, draw);
  const device = { deviceId: "d", parentId: "p", locationId: "l", name: "n", operator: "o", printer: "" };
  const others: Context[] = [
    asCaller(test.ctx, "203.0.113.6", "browser-of-lea"),
    asCaller(test.ctx, "203.0.113.6"),
    asClient(test.ctx, ""),
    { ...test.ctx, actor: { kind: "device", ...device, maySell: true, listsOthers: false } },
    test.admin,
  ];
  for (const other of others) expect(await findPendingPayment(other, draw)).toEqual({ ok: true, payment: null });
  for (const other of [elsewhere, "no such draw", "\u0000"])
    expect(await findPendingPayment(buyer, other)).toEqual({ ok: true, payment: null });
  expect(await findPendingPayment(buyer, draw)).toMatchObject({ payment: { amount: 10 } });
});
