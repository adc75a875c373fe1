import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import type { ChargeOutcome, RefundOutcome } from "@/lib/gateways/payment/port";
import type { OrderView } from "@/lib/orders/rules";
import { listAttempts } from "@/lib/orders/store.attempts";
import { expectLogs, reconcileFor } from "@/tests/support/core/attempts";
import { createPayment, openDraw, place, sell } from "@/tests/support/core/orders";
import { listOrderRefunds, refundOutcome } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { approve, giveBack } from "@/tests/support/core/test-gateway";
import { payOrder } from "./pay-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function payBy(drawId: string, outcome: ChargeOutcome | null): Promise<OrderView> {
  const order = await place(test, await openDraw(test, drawId));
  test.gateway.answer = async (request) => outcome ?? approve(request);
  await payOrder(test.ctx, createPayment(order));
  test.gateway.answer = async (request) => approve(request);
  return order;
}

async function readAttemptColumns({ instanceId, orderId }: OrderView) {
  return (await listAttempts(test.ctx.db, instanceId, orderId))[0];
}

async function shownCode({ instanceId, orderCode }: OrderView): Promise<unknown> {
  const found = await findAdminOrders(test.admin, orderCode, instanceId);
  return found.ok ? found.orders[0]?.attempts[0]?.code : found;
}

describe("the provider's columns", () => {
  it.each<[string, ChargeOutcome | null, { gatewayCode: number | null; providerCode: string | null }]>([
    ["approved", null, { gatewayCode: 1, providerCode: "1" }],
    [
      "declined",
      { kind: "refused", reason: "declined", code: "7", transactionId: null },
      { gatewayCode: 7, providerCode: "7" },
    ],
    [
      "declined-in-words",
      { kind: "refused", reason: "declined", code: "card_declined", transactionId: null },
      { gatewayCode: null, providerCode: "card_declined" },
    ],
    ["unanswered", { kind: "unknown", code: "16" }, { gatewayCode: 16, providerCode: "16" }],
    [
      "too-much",
      { kind: "approved", transactionId: "5", amountCents: 1100, code: "1", cardType: null, lastFour: null },
      { gatewayCode: 1, providerCode: "1" },
    ],
  ])("have the code of a payment that was %s, both of them", async (drawId, outcome, columns) => {
    const order = await payBy(drawId, outcome);
    expect(await readAttemptColumns(order)).toMatchObject({ provider: "bambora", ...columns });
    expect(await shownCode(order)).toBe(columns.gatewayCode ?? columns.providerCode);
  });

  it.each<[string, RefundOutcome | null, { gatewayCode: number | null; providerCode: string | null }]>([
    ["done", null, { gatewayCode: 1, providerCode: "1" }],
    ["refused", { kind: "refused", reason: "refund-refused", code: "200" }, { gatewayCode: 200, providerCode: "200" }],
    ["unknown", { kind: "unknown", code: "788" }, { gatewayCode: 788, providerCode: "788" }],
  ])("have the code of a refund that is %s, both of them", async (state, outcome, columns) => {
    expectLogs();
    const order = await sell(test, await openDraw(test, `refund-${state}`));
    test.gateway.giveBack = async (request) => outcome ?? giveBack(test.gateway, request);
    await refundOutcome(test, order);
    test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ state, provider: "bambora", ...columns }]);
  });
});

describe("beside the release before, which knows no such columns", () => {
  /** The previous release writes only the number. */
  const writeBefore = ({ instanceId, orderId }: OrderView, code: number | null) =>
    test.ctx.db.execute(sql`update payment_attempts set gateway_code = ${code}::int
      where draw_id = ${instanceId} and order_id = ${orderId}`);

  it("a payment that it opened is looked up, sold and refunded here", async () => {
    expectLogs();
    const order = await place(test, await openDraw(test, "opened-before"));
    const number = order.orderId;
    test.gateway.ledger.push({
      ...{ transactionId: "77", orderNumber: number, kind: "capture", approved: true, amountCents: 1000 },
      ...{ currency: "CAD", returnedCents: 0, voided: false, at: null },
    });
    await test.ctx.db.execute(sql`update orders set status = 'paying' where order_id = ${order.orderId}`);
    await test.ctx.db.execute(sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number,
        kind, method, token_hash, opened_by, amount_cents, state, sent_at, deadline_at, ask_at)
      values (${order.instanceId}, ${number}, ${order.orderId}, 1, 'order', 'token', 'hash', 'before', 1000, 'sent',
        ${test.clock.now().toISOString()}, ${test.clock.now().toISOString()}, ${test.clock.now().toISOString()})`);
    await reconcileFor(test, 60_000);
    const sold = { state: "approved", provider: "bambora", gatewayCode: 1, providerCode: "1" };
    expect(await readAttemptColumns(order)).toMatchObject(sold);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await listOrderRefunds(test, order)).toMatchObject([{ state: "done", provider: "bambora" }]);
  });

  it.each([
    ["another code", 54],
    ["none", null],
  ])("a code that it wrote after ours counts: %s", async (name, code) => {
    const order = await payBy(`written-after-${name.replace(" ", "-")}`, { kind: "unknown", code: "16" });
    expect(await shownCode(order)).toBe(16);
    await writeBefore(order, code);
    expect(await shownCode(order)).toBe(code);
    // As a negative control: `provider_code` alone would be the previous code.
    expect(await readAttemptColumns(order)).toMatchObject({ providerCode: "16" });
  });
});
