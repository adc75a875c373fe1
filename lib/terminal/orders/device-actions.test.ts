import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { checkOutcome } from "@/lib/payments/reconcile/check-outcome";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { getKeyGrants } from "@/lib/rights";
import { expectLogs, hideCaptures, payUnanswered, reconcileFor } from "@/tests/support/core/attempts";
import {
  asTestDevice,
  listAttemptStates,
  listEntries,
  openCashDraw,
  placeAtDevice,
  sellForCash,
} from "@/tests/support/core/cash";
import { createBasket, createPayment, getOutcome, openDraw, place, readPool } from "@/tests/support/core/orders";
import { listOrderRefunds, readMoney } from "@/tests/support/core/refunds";
import { openTestContext } from "@/tests/support/core/test-context";
import { holdBank } from "@/tests/support/core/test-gateway";
import { viewOrder } from "./view-order";

const test = await openTestContext();
const gate = asTestDevice(test);
const minute = 60_000;

beforeEach(() => void expectLogs());
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

type Action = (ctx: Context, order: OrderView) => Promise<{ ok: true } | { ok: false; reason: string }>;

const actions: Record<string, Action> = {
  cash: settleCash,
  charge: (ctx, order) => payOrder(ctx, { ...createPayment(order), atTerminal: true }),
  extend: extendOrder,
  cancel: cancelOrder,
  check: checkOutcome,
  reprint: reprintReceipt,
  resend: resendReceipt,
  refund: (ctx, order) => requestRefund(ctx, order, {}),
};

async function reasonOf(answer: ReturnType<Action>): Promise<string> {
  const known = await answer;
  return known.ok ? "done" : known.reason;
}

async function sellByCard(drawId: string, overrides: Record<string, unknown> = {}): Promise<OrderView> {
  const draw = await openDraw(test, drawId, overrides);
  const order = await placeAtDevice(gate, draw, { buyer: createBasket(draw).buyer });
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
  return order;
}

async function countEntries(order: OrderView, action: string): Promise<number> {
  return (await listEntries(test, order)).filter((entry) => entry.action === action).length;
}

describe.each(Object.entries(actions))("%s by a device", (name, act) => {
  it("for another parent's order, or an unknown one, finds nothing and changes nothing", async () => {
    const order = await place(test, await openCashDraw(test, `foreign-${name}`));
    const foreign = asTestDevice(test, { parentId: "other-parent" });
    const before = await listEntries(test, order);
    expect(await reasonOf(act(foreign, order))).toBe("order-not-found");
    expect(await reasonOf(act(gate, { ...order, orderId: "0".repeat(26) }))).toBe("order-not-found");
    expect(await reasonOf(act(gate, { ...order, orderId: "no id" }))).toBe("order-not-found");
    expect(await reasonOf(act(gate, { ...order, instanceId: "\0" }))).toBe("order-not-found");
    expect(await reasonOf(act(asTestDevice(test, { maySell: false }), order))).toBe("device-incomplete");
    expect(await listEntries(test, order)).toEqual(before);
  });
});

describe("cancel", () => {
  it("releases an unpaid order, whoever placed it, and nothing else", async () => {
    const order = await place(test, await openDraw(test, "cancelled"));
    expect(await cancelOrder(gate, order)).toEqual({ ok: true });
    expect(await viewOrder(gate, order)).toMatchObject({ order: { status: "cancelled" } });
    expect(await readPool(test, order.instanceId)).toMatchObject({ reserved: 0 });
    expect(await reasonOf(cancelOrder(gate, await sellByCard("not-cancelled")))).toBe("order-finalized");
  });
});

describe("check", () => {
  it("asks the bank now, once for many taps, and sells if it confirms", async () => {
    const order = await place(test, await openDraw(test, "asked"));
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    let asked = 0;
    test.gateway.listPayments = async (credentials, request) => {
      if (!request.cursor) asked += 1;
      return listPayments(credentials, request);
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => checkOutcome(gate, order)));
    test.gateway.listPayments = listPayments;
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await viewOrder(gate, order)).toMatchObject({ ok: true, order: { status: "finalized" } });
    expect([asked, await countEntries(order, "bank-asked")]).toEqual([1, 1]);
    expect(await reasonOf(checkOutcome(gate, await sellByCard("paid-already")))).toBe("payment-not-open");
  });

  it("keeps the job away while it is asking, and can be repeated after ten seconds", async () => {
    const order = await place(test, await openDraw(test, "leased"));
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    let asked = 0;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    test.gateway.listPayments = async () => {
      asked += 1;
      await answered;
      return { kind: "unreachable" };
    };
    test.clock.advance(5000);
    const looking = checkOutcome(gate, order);
    await vi.waitFor(() => expect(asked).toBe(1), { timeout: 15_000 });
    await reconcilePayments(test.ctx);
    answer();
    expect(await looking).toEqual({ ok: true });
    expect(await viewOrder(gate, order)).toMatchObject({ order: { status: "unknown" } });
    expect(asked).toBe(1);
    await checkOutcome(gate, order);
    expect(asked).toBe(1);
    test.clock.advance(11_000);
    await checkOutcome(gate, order);
    expect([asked, await countEntries(order, "bank-asked")]).toEqual([2, 2]);
    test.gateway.listPayments = listPayments;
  });

  it("leaves a payment alone whose own call is still waiting", async () => {
    const order = await place(test, await openDraw(test, "in-flight"));
    const bank = holdBank(test);
    const paying = payOrder(test.ctx, createPayment(order));
    await bank.asked;
    expect(await reasonOf(checkOutcome(gate, order))).toBe("order-being-paid");
    bank.answer();
    expect(getOutcome(await paying)).toBe("paid");
    expect(await listAttemptStates(test, order)).toEqual(["token approved"]);
  });

  it("isn't available to someone who only has the order's URL", async () => {
    const order = await place(test, await openDraw(test, "not-asked"));
    await payUnanswered(test, order);
    expect(await reasonOf(checkOutcome(test.ctx, order))).toBe("device-required");
    const reporter = { ...test.admin, actor: { kind: "admin", grants: getKeyGrants(["reports"]) } } as const;
    expect(await reasonOf(checkOutcome(reporter, order))).toBe("admin-right-missing");
    expect(await checkOutcome(test.admin, order)).toEqual({ ok: true });
    expect(await viewOrder(gate, order)).toMatchObject({ order: { status: "finalized" } });
  });
});

describe("reprint", () => {
  it("is counted, and only available for sold orders", async () => {
    const draw = await openCashDraw(test, "reprinted");
    const order = await sellForCash(gate, draw);
    expect(await reprintReceipt(gate, order)).toMatchObject({ ok: true });
    test.clock.advance(1000);
    await Promise.all([reprintReceipt(gate, order), reprintReceipt(asTestDevice(test, { deviceId: "gate-2" }), order)]);
    test.clock.advance(1000);
    await reprintReceipt(gate, order);
    const viewed = await viewOrder(gate, order);
    expect([viewed.ok && viewed.order.reprints, await countEntries(order, "receipt-reprinted")]).toEqual([4, 4]);
    const copies = (await listEntries(test, order)).filter(({ action }) => action === "receipt-reprinted");
    // Two copies have the same time, so their order is undefined.
    expect(copies.map(({ detail }) => (detail as { copy: number }).copy).sort()).toEqual([1, 2, 3, 4]);
    expect(await reasonOf(reprintReceipt(gate, await placeAtDevice(gate, draw)))).toBe("receipt-unavailable");
    expect(await reasonOf(reprintReceipt(test.ctx, order))).toBe("device-required");
    await requestRefund(gate, order, {});
    expect(await reasonOf(reprintReceipt(gate, order))).toBe("order-refunded");
  });
});

describe("resend", () => {
  it("has the same limits as for a buyer, and requires an address", async () => {
    const draw = await openCashDraw(test, "resent");
    const order = await sellForCash(gate, draw, { buyer: createBasket(draw).buyer });
    expect(await reasonOf(resendReceipt(gate, order))).toBe("resend-limit");
    test.clock.advance(61_000);
    expect(await reasonOf(resendReceipt(gate, order))).toBe("done");
    expect(await reasonOf(resendReceipt(gate, await sellForCash(gate, draw)))).toBe("receipt-unavailable");
  });
});

describe("refund", () => {
  it("in cash is done immediately, by the operator", async () => {
    const order = await sellForCash(gate, await openCashDraw(test, "cash-back"));
    const before = test.gateway.refunds.length;
    expect(await requestRefund(gate, order, {})).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await listOrderRefunds(test, order)).toMatchObject([
      { method: "cash", state: "done", requestedBy: "device" },
    ]);
    expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 1000, salesCents: 0 });
    expect(test.gateway.refunds.length).toBe(before);
    expect(await reasonOf(requestRefund(gate, order, {}))).toBe("order-refunded");
  });

  it("by a device only covers what was sold, never stray money that waits for an admin", async () => {
    const { gateway } = test;
    const draw = await openCashDraw(test, "stray");
    const order = await placeAtDevice(gate, draw, { buyer: createBasket(draw).buyer });
    await test.ctx.db.execute(sql`update orders set expires_at = expires_at + interval '3 hours'`);
    await payUnanswered(test, order);
    const hidden = hideCaptures(test, order);
    await reconcileFor(test, 60 * minute);
    expect(await reasonOf(settleCash(gate, order))).toBe("done");
    gateway.ledger.push(...hidden);
    // The lookup becomes due before the tablet can refund the sale.
    await test.ctx.db.execute(sql`update payment_attempts set ask_at = ${test.clock.now().toISOString()}::timestamptz
      where order_id = ${order.orderId} and state = 'missing'`);
    await reconcileFor(test, minute);
    const { giveBack } = gateway;
    gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "200" });
    await sendRefunds(test.ctx);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ cause: "surplus", state: "refused" }]);
    gateway.giveBack = giveBack;
    expect(await requestRefund(gate, order, {})).toMatchObject({ ok: true, outcome: "refunded" });
    const handed = { cause: "requested", method: "cash", state: "done", requestedBy: "device" };
    expect((await listOrderRefunds(test, order)).at(-1)).toMatchObject(handed);
    expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 1000 });
    expect(await reasonOf(requestRefund(gate, order, {}))).toBe("order-refunded");
    expect(await reasonOf(requestRefund(test.admin, order, {}))).toBe("done");
    expect((await listOrderRefunds(test, order)).at(-1)).toMatchObject({ cause: "surplus", state: "done" });
  });

  it("is available to devices only if the draw allows it, and to admins always", async () => {
    const order = await sellByCard("no-refund");
    expect(await reasonOf(requestRefund(gate, order, {}))).toBe("refund-not-allowed");
    expect(await listOrderRefunds(test, order)).toEqual([]);
    expect(await reasonOf(requestRefund(test.ctx, order, {}))).toBe("admin-key-wrong");
    expect(await reasonOf(requestRefund(test.admin, order, {}))).toBe("done");
    const allowed = await sellByCard("card-refund", { terminal: { allowRefund: true } });
    expect(await reasonOf(requestRefund(gate, allowed, {}))).toBe("done");
    expect(await listOrderRefunds(test, allowed)).toMatchObject([
      { method: "void", state: "done", requestedBy: "device" },
    ]);
  });
});
