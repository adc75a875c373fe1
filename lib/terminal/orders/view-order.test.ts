import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { createPayment, openDraw } from "@/tests/support/core/orders";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import type { TerminalOrder } from "./rules";
import { viewOrder } from "./view-order";

let test: TestContext;
let gate: Context;
let other: Context;
let foreign: Context;

const terminal = { allowAnonymousCash: true, allowRefund: true };

beforeAll(async () => {
  test = await openTestContext();
  gate = await registerDevice(test, { deviceId: "gate-1", name: "Gate 1", operator: "Alex" });
  other = await registerDevice(test, { deviceId: "gate-2", name: "Gate 2", operator: "Sam" });
  foreign = await registerDevice(test, { deviceId: "far-1", parentId: "other-parent" });
});

afterAll(() => test.close());

async function view(order: OrderView, ctx: Context = gate): Promise<TerminalOrder> {
  const viewed = await viewOrder(ctx, order);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.order;
}

function told({ history }: TerminalOrder): string[] {
  return history.map(({ action, actor, device, operator }) =>
    [action, actor, device, operator].filter(Boolean).join(" "),
  );
}

async function refuseCard(order: OrderView): Promise<void> {
  const { answer } = test.gateway;
  test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
  await payOrder(test.ctx, createPayment(order));
  test.gateway.answer = answer;
}

describe("an order in the terminal", () => {
  it("shows who did what from placing to refund, each step once", async () => {
    const draw = await openDraw(test, "history", { terminal });
    const order = await placeBy(gate, draw);
    const steps: (() => Promise<unknown>)[] = [
      () => extendOrder(test.ctx, order),
      () => refuseCard(order),
      () => payOrder(test.ctx, createPayment(order)),
      () => resendReceipt(other, order),
      () => reprintReceipt(gate, order),
      () => reprintReceipt(other, order),
      () => requestRefund(test.admin, order, {}),
    ];
    for (const step of steps) {
      test.clock.advance(90_000);
      await step();
    }
    const viewed = await view(order);
    expect(told(viewed)).toEqual([
      "placed device Gate 1 Alex",
      "extended buyer",
      "payment-sent buyer",
      "payment-declined system",
      "payment-sent buyer",
      "payment-approved system",
      "receipt-resent device Gate 2 Sam",
      "receipt-reprinted device Gate 1 Alex",
      "receipt-reprinted device Gate 2 Sam",
      "refund-requested admin",
      "refund-done system",
    ]);
    expect(viewed).toMatchObject({ status: "refunded", reprints: 2, nextStep: "none", actions: [] });
    expect(viewed.attempts.map(({ state, method, amount }) => [state, method, amount])).toEqual([
      ["declined", "card", 10],
      ["approved", "card", 10],
    ]);
    expect(viewed.history.map(({ detail }) => detail).slice(2, 6)).toMatchObject([
      { attempt: 1, amountCents: 1000 },
      { attempt: 1, reason: "declined" },
      { attempt: 2, amountCents: 1000 },
      { attempt: 2, amountCents: 1000 },
    ]);
    expect(JSON.stringify(viewed)).not.toMatch(/gate-1|gate-2|marie@example/);
  });

  it("says what can be done with it now", async () => {
    const draw = await openDraw(test, "actions", { terminal });
    const order = await placeBy(gate, draw);
    expect(await view(order)).toMatchObject({ nextStep: "resume", actions: ["cash", "cancel"] });
    expect(await view(order, other)).toMatchObject({ nextStep: "take-cash", seller: { isOwn: false } });
    await settleCash(gate, order);
    expect(await view(order)).toMatchObject({
      status: "finalized",
      nextStep: "none",
      actions: ["reprint", "resend", "refund"],
      attempts: [{ method: "cash", state: "approved" }],
      hasOwnCash: true,
    });
    expect(await view(order, other)).toMatchObject({ method: "cash", hasOwnCash: false });
  });

  it("is offered no cash where the draw takes none", async () => {
    const draw = await openDraw(test, "card-only", { terminal: { ...terminal, allowCash: false } });
    const order = await placeBy(gate, draw);
    expect(await view(order)).toMatchObject({ nextStep: "resume", actions: ["cancel"] });
    expect(await view(order, other)).toMatchObject({ nextStep: "wait", actions: ["cancel"] });
  });

  it("is shown only to devices of its draw's parent", async () => {
    const draw = await openDraw(test, "guarded-details");
    const order = await placeBy(gate, draw);
    const unknown = { instanceId: draw, orderId: "0".repeat(26) };
    expect(await viewOrder(test.admin, order)).toEqual({ ok: false, reason: "device-required" });
    for (const [ctx, key] of [
      [foreign, order],
      [gate, unknown],
      [gate, { ...order, instanceId: "no-such-draw" }],
      [gate, { ...order, orderId: "' or true --" }],
    ] as const) {
      expect(await viewOrder(ctx, key)).toEqual({ ok: false, reason: "order-not-found" });
    }
  });
});
