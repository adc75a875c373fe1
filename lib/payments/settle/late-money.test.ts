import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { isSpentToken, toChargeRefusal } from "@/lib/gateways/bambora/rules.codes";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { demoMerchant } from "@/tests/support/calls/apple-pay";
import {
  hideCaptures,
  listAttempts,
  payUnanswered,
  readRefundsAndMail,
  readStatus,
  reconcileAfter,
  reconcileFor,
} from "@/tests/support/core/attempts";
import { createPayment, createWalletPayment, getOutcome, openDraw, place, readPool } from "@/tests/support/core/orders";
import { openLookupDraws } from "@/tests/support/core/payment-lookups";
import { listOrderRefunds, refundOutcome } from "@/tests/support/core/refunds";
import { drawAt } from "@/tests/support/core/test-context";
import { createCapture, giveBack } from "@/tests/support/core/test-gateway";

const minute = 60_000;
const hour = 60 * minute;

const { test, logged, placeOne } = await openLookupDraws();

/** The lookups of 15 minutes didn't find the payment, so it is `missing`. */
async function placeMissing(overrides: Record<string, unknown> = {}): Promise<OrderView> {
  const order = await placeOne(overrides);
  await payUnanswered(test, order);
  const hidden = hideCaptures(test, order);
  await reconcileFor(test, 16 * minute);
  test.gateway.ledger.push(...hidden);
  return order;
}

const openSession = async () => ({ kind: "unavailable", status: null, problem: "nobody asks" }) as const;

describe("money found after its order was released", () => {
  it("gets numbers while the draw is selling and has tickets left", async () => {
    const order = await placeMissing({ maxTickets: 1 });
    expect(await readStatus(test, order)).toBe("expired");
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("finalized");
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 1, reserved: 0, sales_cents: 1000 });
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [], mails: ["receipt"] });
  });

  it("is refunded if the tickets went to someone else, who keeps them", async () => {
    const order = await placeMissing({ maxTickets: 1 });
    const other = await place(test, order.instanceId);
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await readStatus(test, other)).not.toBe("refunded");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "surplus", captured_cents: 1000, ask_at: null }]);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(logged.join()).toContain(order.orderCode);
  });

  it("is looked up on the account that was charged, which can't be replaced in the meantime", async () => {
    const order = await placeMissing();
    const other = {
      merchantId: "300200999",
      passcode: "other-payments-passcode",
      reportingPasscode: "other-reporting-passcode",
    };
    const moved = drawAt(test.clock.now(), {
      id: order.instanceId,
      urlSlug: order.instanceId,
      apiKeys: { bambora: other },
    });
    await expireOrders(test.ctx);
    expect(await importDraw(test.admin, moved)).toMatchObject({
      reason: "draw-locked",
      fields: [{ field: "apiKeys.bambora.merchantId" }],
    });
    expect(await importDraw(test.admin, { ...moved, apiKeys: { stripe: {} } })).toMatchObject({
      reason: "draw-locked",
    });
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("finalized");
    const unused = await openDraw(test, `${order.instanceId}-unused`);
    expect(await importDraw(test.admin, { ...moved, id: unused, urlSlug: unused })).toMatchObject({ ok: true });
  });

  it("is refunded after sales have ended, because the draw may be final", async () => {
    const order = await placeMissing();
    await closeDraw(test.admin, order.instanceId);
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 0, sales_cents: 0 });
  });

  it("is refunded if its order was paid by another attempt, and the order stays", async () => {
    const order = await placeOne();
    await test.ctx.db.execute(sql`update orders set expires_at = expires_at + interval '1 hour'`);
    await payUnanswered(test, order);
    const hidden = hideCaptures(test, order);
    await reconcileFor(test, 16 * minute);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    test.gateway.ledger.push(...hidden);
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("finalized");
    expect((await listAttempts(test, order)).map(({ state }) => state)).toEqual(["surplus", "approved"]);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["receipt", "returned"] });
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 1, sales_cents: 1000 });
  });

  it.each([
    ["token", 936],
    ["apple_pay", 1195],
    ["apple_pay", 1196],
    ["apple_pay", 1198],
  ] as const)("gets numbers after a spent token (%s, %i) that the first delivery had paid with", async (by, code) => {
    const order = await placeOne();
    const reason = toChargeRefusal(code, 2) ?? "declined";
    test.gateway.answer = async (request) => {
      test.gateway.ledger.push(createCapture(request));
      return { kind: "refused", reason, code: String(code), transactionId: null, mayHavePaid: isSpentToken(code) };
    };
    const ctx = { ...test.ctx, applePay: { merchantId: demoMerchant, openSession } };
    const payment = by === "token" ? createPayment(order) : createWalletPayment(order);
    expect(getOutcome(await payOrder(ctx, payment))).toBe(reason);
    expect(getOutcome(await payOrder(ctx, payment))).toBe(reason);
    expect(await readStatus(test, order)).toBe("reserved");
    await reconcileFor(test, minute);
    expect(await readStatus(test, order)).toBe("finalized");
    expect(getOutcome(await payOrder(ctx, payment))).toBe("paid");
  });

  it("negative control: is not looked for if the refusal says that nothing was paid", async () => {
    const order = await placeOne();
    test.gateway.answer = async (request) => {
      test.gateway.ledger.push(createCapture(request));
      return { kind: "refused", reason: "card-details-expired", code: "936", transactionId: null };
    };
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("card-details-expired");
    await reconcileFor(test, minute);
    expect(await readStatus(test, order)).toBe("reserved");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "declined" }]);
  });

  it("is refunded by an admin after the gateway refused at first", async () => {
    const order = await placeMissing();
    await closeDraw(test.admin, order.instanceId);
    await reconcileFor(test, hour);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "200" });
    await sendRefunds(test.ctx);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ state: "refused" }]);
    test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await listOrderRefunds(test, order)).toMatchObject([
      { state: "refused" },
      { state: "done", cause: "surplus" },
    ]);
    expect(await refundOutcome(test, order)).toBe("order-refunded");
  });

  it("restores a cancelled order, even beyond its browser's five holds", async () => {
    const order = await placeOne();
    await test.ctx.db.execute(sql`update orders set expires_at = expires_at + interval '1 hour'`);
    await payUnanswered(test, order);
    const hidden = hideCaptures(test, order);
    await reconcileFor(test, 16 * minute);
    expect(await cancelOrder(test.ctx, order)).toMatchObject({ ok: true });
    test.gateway.ledger.push(...hidden);
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("finalized");
  });
});

describe("money in another amount", () => {
  it.each([999, 1001])("is refunded in full, and the order released (%i cents)", async (amountCents) => {
    const order = await placeOne({ maxTickets: 1 });
    await payUnanswered(test, order, { amountCents });
    await reconcileAfter(test, 2000);
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "surplus", reason: "amount-mismatch" }]);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [amountCents], mails: ["returned"] });
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 0 });
    expect(logged.join()).toContain("is being refunded");
  });

  it("includes money in another currency: no numbers, all of it is refunded", async () => {
    const order = await placeOne();
    await payUnanswered(test, order, { currency: "USD" });
    await reconcileAfter(test, 2000);
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(logged.join()).toContain("in USD");
  });
});
