import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { OrderView } from "@/lib/orders/rules";
import { createPayment, freshKey, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asClient, openTestContext } from "@/tests/support/core/test-context";
import { approve } from "@/tests/support/core/test-gateway";
import { createProfile } from "./create-profile";
import { payOrder } from "./pay-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function store({ instanceId, orderId }: OrderView, client: string): Promise<string> {
  const created = await createProfile(asClient(test.ctx, client), { instanceId, orderId, token: freshKey() });
  return created.ok ? created.profile.customerCode : created.reason;
}

function payByProfile({ instanceId, amount, orderId }: OrderView) {
  const payment_profile = { customer_code: orderId, card_id: 1, complete: true } as const;
  const payment = { amount, payment_method: "payment_profile", order_number: orderId, payment_profile, billing: {} };
  return payOrder(test.ctx, { instanceId, payment: { ...payment, payment_method: "payment_profile" } });
}

it("doesn't store the card again for an order whose stored card failed and another card paid", async () => {
  const order = await place(test, await openDraw(test, "stored"));
  expect(await store(order, "buyer")).toBe(order.orderId);
  expect(await store(order, "buyer")).toBe(order.orderId);
  test.gateway.answer = async () => ({
    kind: "refused",
    reason: "payment-unavailable",
    code: "937",
    transactionId: null,
  });
  expect(getOutcome(await payByProfile(order))).toBe("payment-unavailable");
  test.gateway.answer = async (request) => approve(request);
  expect(getOutcome(await payByProfile(order))).toBe("payment-unavailable");
  expect(await store(order, "buyer")).toBe("stored-card-used");
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
});

it("stores no more cards at the gateway than a buyer may try", async () => {
  const order = await place(test, await openDraw(test, "stored-often"));
  for (let calls = 0; calls < 20; calls += 1) expect(await store(order, "busy")).toBe(order.orderId);
  expect(await store(order, "busy")).toBe("too-many-calls");
  expect(await store(order, "another")).toBe(order.orderId);
});

async function placeIn(client: string, drawId: string): Promise<OrderView> {
  return place({ ...test, ctx: asClient(test.ctx, client) }, await openDraw(test, drawId));
}

const storeByToken = (ctx: Context) => createProfile(ctx, { token: freshKey() });

it("stores a card for the only order that a browser holds, and for nobody else's", async () => {
  const order = await placeIn("holder", "held-alone");
  await placeIn("neighbour", "held-elsewhere");
  expect(await storeByToken(asClient(test.ctx, "holder"))).toMatchObject({ profile: { customerCode: order.orderId } });
  expect(await storeByToken(asClient(test.ctx, "stranger"))).toEqual({ ok: false, reason: "order-not-found" });
  const nobodys = { kind: "buyer", clientKey: "", ipAddress: null } as const;
  expect(await storeByToken({ ...test.ctx, actor: nobodys })).toEqual({ ok: false, reason: "order-not-found" });
  const unknown = { kind: "buyer", clientKey: "holder", isNew: true, ipAddress: null } as const;
  expect(await storeByToken({ ...test.ctx, actor: unknown })).toEqual({ ok: false, reason: "order-not-found" });
});

it("stores no card for one of several orders, nor for one that isn't held any more", async () => {
  const order = await placeIn("several", "held-first");
  const second = await placeIn("several", "held-second");
  const browser = asClient(test.ctx, "several");
  const required = ["instanceId", "orderId"].map((field) => ({ field, problem: "required" }));
  expect(await storeByToken(browser)).toEqual({ ok: false, reason: "invalid-input", fields: required });
  expect(getOutcome(await payOrder(browser, createPayment(second)))).toBe("paid");
  expect(await storeByToken(browser)).toMatchObject({ profile: { customerCode: order.orderId } });
  test.clock.advance(3_600_000);
  expect(await storeByToken(browser)).toEqual({ ok: false, reason: "order-not-found" });
});
