import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { requireOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { findOrderByIdempotencyKey } from "@/lib/orders/store";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { queryRows } from "@/lib/platform/db/database";
import { reconcileDay } from "@/lib/reconciliation/reconcile-day";
import { requestRefund } from "@/lib/refunds/request-refund";
import { reportDraw } from "@/lib/reports/report-draw";
import {
  asTestDevice,
  gateBasket,
  listAttemptStates,
  listEntries,
  openCashDraw,
  placeAtDevice,
  sellForCash,
} from "@/tests/support/core/cash";
import { createBasket, createPayment, freshKey, getOutcome, openDraw, readPool } from "@/tests/support/core/orders";
import { openTestContext } from "@/tests/support/core/test-context";
import { settleCash } from "./settle-cash";

const test = await openTestContext();
const gate = asTestDevice(test);

afterAll(() => test.close());

async function getReason(answer: Promise<{ ok: true } | { ok: false; reason: string }>): Promise<string> {
  const known = await answer;
  return known.ok ? "taken" : known.reason;
}

async function countMails({ orderId }: OrderView): Promise<number> {
  return (await queryRows(test.ctx.db, sql`select kind from outbox where order_id = ${orderId}`)).length;
}

describe("an order from a device", () => {
  it("is stored with its device and operator, needs no buyer and counts toward nobody's holds", async () => {
    const draw = await openDraw(test, "placing", { maxTickets: 100 });
    const orders = [];
    for (let placed = 0; placed < 7; placed += 1) orders.push(await placeAtDevice(gate, draw));
    expect(orders.map(({ status, buyer }) => [status, buyer])).toEqual(Array(7).fill(["reserved", null]));
    const [first] = orders as [OrderView];
    const rows = await queryRows(
      test.ctx.db,
      sql`select device_id, operator, hold_slot from orders where order_id = ${first.orderId}`,
    );
    expect(rows).toEqual([{ device_id: "gate-1", operator: "Alex", hold_slot: null }]);
  });

  it("belongs to a draw of its parent, and is accepted only while the device may sell", async () => {
    const own = await openCashDraw(test, "own");
    const foreign = await openCashDraw(test, "foreign", { parentId: "other-parent" });
    const place = (ctx: typeof gate, draw: string) => getReason(placeOrder(ctx, gateBasket(draw), freshKey()));
    expect(await place(gate, foreign)).toBe("draw-not-found");
    expect(await place(gate, "nowhere")).toBe("draw-not-found");
    expect(await place(asTestDevice(test, { maySell: false }), own)).toBe("device-incomplete");
    expect(await place(test.ctx, own)).toBe("device-required");
    expect(await readPool(test, own)).toMatchObject({ sold: 0, reserved: 0 });
  });

  it("repeated with its key is the same order; a web order's key is hashed as before", async () => {
    const draw = await openCashDraw(test, "repeated");
    const key = freshKey();
    const first = await placeOrder(gate, gateBasket(draw), key);
    expect(await placeOrder(gate, gateBasket(draw), key)).toEqual(first);
    expect(await getReason(placeOrder(test.ctx, createBasket(draw), key))).toBe("idempotency-key-reused");
    const web = freshKey();
    await placeOrder(test.ctx, createBasket(draw), web);
    const requestHash = createHash("sha256")
      .update(JSON.stringify(createBasket(draw)))
      .digest("base64url");
    expect(await findOrderByIdempotencyKey(test.ctx.db, draw, web)).toMatchObject({
      requestHash,
      deviceId: null,
      operator: null,
    });
  });

  it("can be above the card limit, which applies only to card payments", async () => {
    const draw = await openCashDraw(test, "large");
    const lines = [{ poolId: "main", packageId: "one", quantity: 101 }];
    const web = placeOrder(test.ctx, createBasket(draw, 101), freshKey());
    expect(await getReason(web)).toBe("amount-above-card-limit");
    const order = await placeAtDevice(gate, draw, { lines, buyer: createBasket(draw).buyer });
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("amount-above-card-limit");
    expect(await listAttemptStates(test, order)).toEqual([]);
    expect(await getReason(settleCash(gate, order))).toBe("taken");
    expect(await requireOrder(gate, order)).toMatchObject({ status: "finalized", amount: 1010 });
  });

  it("is sold for cash in a draw that has no card account", async () => {
    const draw = await openCashDraw(test, "no-account", { apiKeys: {} });
    expect(await sellForCash(gate, draw)).toMatchObject({ status: "finalized", card: null });
  });
});

describe("cash", () => {
  it("gets numbers immediately, a receipt if there is an email address, and a record of who took how much", async () => {
    const draw = await openCashDraw(test, "cash");
    const anonymous = await placeAtDevice(gate, draw);
    expect(await getReason(settleCash(gate, anonymous, { givenCents: 2000 }))).toBe("taken");
    expect(await requireOrder(gate, anonymous)).toMatchObject({
      status: "finalized",
      numbers: [{ poolId: "main", first: 1, last: 1, void: false }],
    });
    expect(await listAttemptStates(test, anonymous)).toEqual(["cash approved"]);
    expect(await countMails(anonymous)).toBe(0);
    const detail = { amountCents: 1000, givenCents: 2000, changeCents: 1000 };
    expect(await listEntries(test, anonymous)).toContainEqual({
      action: "cash-taken",
      operator: "Alex",
      device_id: "gate-1",
      detail,
    });
    const known = await sellForCash(gate, draw, { buyer: createBasket(draw).buyer });
    expect(await countMails(known)).toBe(1);
    expect(await readPool(test, draw)).toMatchObject({ sold: 2, reserved: 0, sales_cents: 2000, reserved_cents: 0 });
    expect(test.gateway.charges.filter(({ orderNumber }) => orderNumber.includes(anonymous.orderId))).toEqual([]);
  });

  it("is taken once: its own device gets the same answer again, any other is told that it was taken elsewhere", async () => {
    const order = await placeAtDevice(gate, await openCashDraw(test, "again"));
    const other = asTestDevice(test, { deviceId: "gate-2", operator: "Sam" });
    expect(await getReason(settleCash(other, order, { givenCents: 1000 }))).toBe("taken");
    const sold = await requireOrder(gate, order);
    expect(await getReason(settleCash(other, order, { givenCents: 1000 }))).toBe("taken");
    expect(await getReason(settleCash(gate, order, { givenCents: 1000 }))).toBe("cash-taken-elsewhere");
    expect(await requireOrder(gate, order)).toEqual(sold);
    expect(await listAttemptStates(test, order)).toEqual(["cash approved"]);
    const actions = (await listEntries(test, order)).map(({ action }) => action);
    expect(actions.filter((action) => action === "cash-taken")).toHaveLength(1);
  });

  it("after a declined card has its own number", async () => {
    const draw = await openCashDraw(test, "declined");
    const order = await placeAtDevice(gate, draw, { buyer: createBasket(draw).buyer });
    const { answer } = test.gateway;
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: "71" });
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("declined");
    test.gateway.answer = answer;
    expect(await settleCash(gate, order)).toMatchObject({ ok: true });
    expect(await listAttemptStates(test, order)).toEqual(["token declined", "cash approved"]);
  });

  it("is refused to anyone but a device of the draw's parent that may sell", async () => {
    const order = await placeAtDevice(gate, await openCashDraw(test, "who"));
    expect(await getReason(settleCash(test.ctx, order))).toBe("device-required");
    expect(await getReason(settleCash(test.admin, order))).toBe("device-required");
    const foreign = asTestDevice(test, { parentId: "other-parent" });
    const unknown = { instanceId: order.instanceId, orderId: "0".repeat(26) };
    expect(await settleCash(foreign, order)).toEqual(await settleCash(gate, unknown));
    expect(await getReason(settleCash(foreign, order))).toBe("order-not-found");
    expect(await getReason(settleCash(gate, { instanceId: "\0", orderId: "'" }))).toBe("order-not-found");
    expect(await getReason(settleCash(asTestDevice(test, { maySell: false }), order))).toBe("device-incomplete");
    expect(await listAttemptStates(test, order)).toEqual([]);
  });

  it("is refused if it is too little, or the draw requires a buyer", async () => {
    const order = await placeAtDevice(gate, await openCashDraw(test, "little"));
    expect(await getReason(settleCash(gate, order, { givenCents: 999 }))).toBe("cash-too-little");
    const named = await openDraw(test, "named");
    expect(await getReason(settleCash(gate, await placeAtDevice(gate, named)))).toBe("buyer-required");
    const known = await placeAtDevice(gate, named, { buyer: createBasket(named).buyer });
    expect(await getReason(settleCash(gate, known))).toBe("taken");
  });

  it("is refused where the draw takes none, and taken where it was stored before it could say so", async () => {
    const closed = await openDraw(test, "no-cash", { terminal: { allowCash: false, allowAnonymousCash: true } });
    const order = await placeAtDevice(gate, closed);
    expect(await getReason(settleCash(gate, order))).toBe("cash-not-accepted");
    expect(await listAttemptStates(test, order)).toEqual([]);
    expect(await requireOrder(gate, order)).toMatchObject({ status: "reserved" });
    const older = await openCashDraw(test, "older");
    await test.ctx.db.execute(
      sql`update draws set definition = definition #- '{terminal,allowCash}' where draw_id = ${older}`,
    );
    expect(await getReason(settleCash(gate, await placeAtDevice(gate, older)))).toBe("taken");
  });

  it("is refused for an order that is cancelled or expired, or whose draw or second draw has closed", async () => {
    const draw = await openCashDraw(test, "over");
    const [late, closed] = [await placeAtDevice(gate, draw), await placeAtDevice(gate, draw)];
    await test.ctx.db.execute(
      sql`update orders set expires_at = ${test.clock.now().toISOString()}::timestamptz where order_id = ${late.orderId}`,
    );
    expect(await getReason(settleCash(gate, late))).toBe("order-expired");
    expect((await closeDraw(test.admin, draw)).ok).toBe(true);
    expect(await getReason(settleCash(gate, closed))).toBe("draw-closed");
    expect(await listAttemptStates(test, closed)).toEqual([]);
    const cut = await openCashDraw(test, "cut");
    const order = await placeAtDevice(gate, cut);
    const now = test.clock.now().toISOString();
    await test.ctx.db.execute(sql`update pools set cut_off_at = ${now}::timestamptz where draw_id = ${cut}`);
    expect(await getReason(settleCash(gate, order))).toBe("second-draw-closed");
  });

  it("is refused while a payment of the order has no known outcome", async () => {
    const draw = await openCashDraw(test, "unknown");
    const order = await placeAtDevice(gate, draw, { buyer: createBasket(draw).buyer });
    const { answer } = test.gateway;
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    await payOrder(test.ctx, createPayment(order));
    test.gateway.answer = answer;
    expect(await getReason(settleCash(gate, order))).toBe("order-being-paid");
  });
});

describe("cash in the records", () => {
  it("is never looked up at a gateway, satisfies the invariants and appears in the report and the daily close", async () => {
    const draw = await openCashDraw(test, "books");
    const [kept, back] = [await sellForCash(gate, draw), await sellForCash(gate, draw)];
    const web = await placeOrder(test.ctx, createBasket(draw), freshKey());
    if (web.ok) expect(getOutcome(await payOrder(test.ctx, createPayment(web.order)))).toBe("paid");
    expect(await requestRefund(gate, back, {})).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await reconcilePayments(test.ctx)).toBe(0);
    const checked = await checkInvariants(test.admin, { instanceId: draw });
    const totals = { finalizedCents: 2000, capturedCents: 1000, refundedCents: 0, cashCents: 1000 };
    expect(checked).toMatchObject({ ok: true, violations: [], totals });
    const closed = await reconcileDay(test.admin, "2026-11-20");
    const zone = { timeZone: "America/Toronto", isOver: false };
    const cash = { instanceId: draw, ...zone, sales: 2, takenCents: 2000, refunds: 1, givenBackCents: 1000 };
    expect(closed.ok && closed.cash.find(({ instanceId }) => instanceId === draw)).toEqual(cash);
    const report = await reportDraw(test.admin, draw);
    const rows = [];
    if (report.ok) for await (const record of report.records) if (record.kind === "range") rows.push(record);
    expect(rows.map(({ channel, method, state }) => [channel, method, state])).toEqual([
      ["device", "cash", "sold"],
      ["device", "cash", "void"],
      ["web", "card", "sold"],
    ]);
    expect(kept.status).toBe("finalized");
  });

  it("a draw with only cash sales needs no gateway to be checked; money at a gateway under its number is found", async () => {
    const draw = await openCashDraw(test, "only-cash", { apiKeys: {} });
    await sellForCash(gate, draw);
    expect(await checkInvariants(test.admin, { instanceId: draw })).toMatchObject({ violations: [] });
    const paid = await sellForCash(gate, await openCashDraw(test, "stray"));
    test.gateway.ledger.push({
      transactionId: "8123456",
      orderNumber: paid.orderId,
      kind: "capture",
      approved: true,
      amountCents: 1000,
      currency: "CAD",
      returnedCents: 0,
      voided: false,
      at: null,
    });
    const checked = await checkInvariants(test.admin);
    const found = checked.ok ? checked.violations.filter(({ subject }) => subject === paid.orderId) : [];
    expect(found.map(({ check }) => check)).toEqual(["capture-unknown"]);
    test.gateway.ledger.pop();
  });
});
