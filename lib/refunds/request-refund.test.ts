import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { readDrawRecord } from "@/lib/draws/store";
import { readOrder } from "@/lib/orders/read-order";
import { refundHeadStartMs } from "@/lib/orders/rules.refunds";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { asTestDevice, listEntries } from "@/tests/support/core/cash";
import { createPayment, place, readPool } from "@/tests/support/core/orders";
import {
  createSingles,
  givenBackCents,
  listOrderRefunds,
  readMoney,
  refundOutcome,
  sellLines,
} from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { requestRefund } from "./request-refund";
import { sendRefunds } from "./send-refund";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterEach(() => {
  test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
});

afterAll(() => test.close());

describe("a full refund of an order", () => {
  it("is a void on the same day: the money is returned, the numbers are void, sold stays, the pot falls", async () => {
    const order = await sellLines(test, "whole", [2, 3]);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(test.gateway.refunds.at(-1)).toMatchObject({ kind: "void", amountCents: 5000 });
    const [refund] = await listOrderRefunds(test, order);
    expect(refund).toMatchObject({ refundNumber: `RF${order.orderId}01`, state: "done", lineNumbers: [1, 2] });
    expect(refund?.refundNumber).toHaveLength(30);
    expect(await readMoney(test, order)).toEqual({ status: "refunded", voidCents: 5000, salesCents: 0, mails: 1 });
    expect(await readPool(test, "whole")).toMatchObject({ sold: 5, reserved: 0 });
    const read = await readOrder(test.ctx, order);
    if (!read.ok) throw new Error(read.reason);
    expect(read.order).toMatchObject({ status: "refunded", numbers: [{ void: true }, { void: true }] });
    expect(read.order.refunds).toMatchObject([{ amount: 50, state: "done", lines: 2 }]);
    expect(await refundOutcome(test, order)).toBe("order-refunded");
    expect(givenBackCents(test, order)).toBe(5000);
  });

  it("has an admin's reason in the order's history; a tablet gives none", async () => {
    const order = await sellLines(test, "reasoned", [1]);
    expect(await requestRefund(test.admin, order, { reason: "because" })).toMatchObject({ reason: "invalid-input" });
    const device = asTestDevice(test);
    expect(await requestRefund(device, order, { reason: "duplicate" })).toMatchObject({
      fields: [{ field: "reason" }],
    });
    expect(await requestRefund(test.admin, order, { reason: "duplicate" })).toMatchObject({ ok: true });
    const entries = await listEntries(test, order);
    const requested = entries.filter(({ action }) => action === "refund-requested");
    expect(requested).toMatchObject([{ detail: { cause: "requested", reason: "duplicate" } }]);
  });

  it("is a return on another day, and its numbers are never sold again", async () => {
    const order = await sellLines(test, "later", [2]);
    test.clock.advance(24 * 60 * 60_000);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(test.gateway.refunds.at(-1)).toMatchObject({ kind: "return", amountCents: 2000 });
    expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 2000, salesCents: 0 });
    const next = await place(test, "later", 3);
    await payOrder(test.ctx, createPayment(next));
    const read = await readOrder(test.ctx, next);
    expect(read.ok && read.order.numbers).toEqual([{ poolId: "main", first: 3, last: 5, void: false }]);
  });

  it("becomes a return immediately, as another attempt, if the gateway says it is too late to void", async () => {
    const order = await sellLines(test, "too-late", [1]);
    test.gateway.giveBack = async (request) =>
      request.kind === "void"
        ? { kind: "refused", reason: "refund-not-voidable", code: "205" }
        : giveBack(test.gateway, request);
    expect(await refundOutcome(test, order)).toBe("refunded");
    const tries = (await listOrderRefunds(test, order)).map(({ method, state, gatewayCode }) => [
      method,
      state,
      gatewayCode,
    ]);
    expect(tries).toEqual([
      ["void", "refused", 205],
      ["return", "done", 1],
    ]);
    const read = await readOrder(test.ctx, order);
    expect(read.ok && read.order.refunds).toMatchObject([{ amount: 10, state: "done" }]);
  });
});

describe("a refund of lines", () => {
  it("refunds one line after another, to the cent, until nothing is left", async () => {
    const order = await sellLines(test, "by-line", [1, 2, 4]);
    expect(await refundOutcome(test, order, [2])).toBe("refunded");
    expect(await readMoney(test, order)).toEqual({ status: "finalized", voidCents: 2000, salesCents: 5000, mails: 1 });
    expect(await refundOutcome(test, order, [2])).toBe("line-refunded");
    expect(await refundOutcome(test, order, [4])).toBe("line-not-found");
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await readMoney(test, order)).toEqual({ status: "refunded", voidCents: 7000, salesCents: 0, mails: 2 });
    expect(test.gateway.refunds.slice(-2).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ["return", 2000],
      ["return", 5000],
    ]);
  });
});

describe("refusals", () => {
  it("because of the order's state, or the caller", async () => {
    const order = await sellLines(test, "refusals", [1]);
    expect(await requestRefund(test.ctx, order, {})).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await requestRefund(test.admin, order, { lines: [] })).toMatchObject({ reason: "invalid-input" });
    expect(await requestRefund(test.admin, { ...order, orderId: "0".repeat(26) }, {})).toMatchObject({
      reason: "order-not-found",
    });
    const held = await place(test, "refusals");
    expect(await refundOutcome(test, held)).toBe("order-not-paid");
    await test.ctx.db.execute(sql`update orders set status = 'unknown' where order_id = ${held.orderId}`);
    expect(await refundOutcome(test, held)).toBe("order-being-paid");
  });

  it("for a winning number", async () => {
    const order = await sellLines(test, "won", [1, 2]);
    await closeDraw(test.admin, "won");
    const drawnAt = test.clock.now().toISOString();
    const winners = [{ poolId: "main", prizeType: "Grand Prize", number: 3, drawnAt }];
    const draw = drawAt(test.clock.now(), { id: "won", urlSlug: "won", winners, ticketPriceInfo: createSingles(2) });
    expect(await importDraw(test.admin, { ...draw, ...(await readDates("won")) })).toMatchObject({ ok: true });
    expect(await refundOutcome(test, order)).toBe("number-won");
    expect(await refundOutcome(test, order, [1])).toBe("refunded");
  });

  it("for a number that won while the refund was being requested", async () => {
    const order = await sellLines(test, "just-won", [1]);
    await closeDraw(test.admin, "just-won");
    const draw = drawAt(test.clock.now(), { id: "just-won", urlSlug: "just-won", ...(await readDates("just-won")) });
    const drawnAt = test.clock.now().toISOString();
    const winners = [{ poolId: "main", prizeType: "Grand Prize", number: 1, drawnAt }];
    const { db } = test.admin;
    const transaction: typeof db.transaction = async (...work) => {
      expect(await importDraw(test.admin, { ...draw, winners })).toMatchObject({ ok: true });
      return db.transaction(...work);
    };
    const interrupted = { ...test.admin, db: Object.assign(Object.create(db), { transaction }) };
    expect(await requestRefund(interrupted, order, {})).toEqual({ ok: false, reason: "number-won" });
    expect(await listOrderRefunds(test, order)).toEqual([]);
  });

  it("for a number that is being drawn: the refund waits for the draw", async ({ skip }) => {
    skip(test.databaseUrl === null, "Transactions of the embedded database come one after the other.");
    const order = await sellLines(test, "winning", [1]);
    const winners = [{ poolId: "main", prizeType: "Grand Prize", number: 1, drawnAt: test.clock.now().toISOString() }];
    const requests: Promise<string>[] = [];
    await test.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`update draws set definition = jsonb_set(definition, '{winners}', ${JSON.stringify(winners)}::jsonb)
        where draw_id = ${order.instanceId}`);
      requests.push(refundOutcome(test, order));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await Promise.all(requests)).toEqual(["number-won"]);
  });

  it("a number being refunded, or already refunded, can't be a winner", async () => {
    const order = await sellLines(test, "drawn", [1, 1]);
    await closeDraw(test.admin, "drawn");
    const draw = (await readDrawRecord(test.ctx.db, "drawn"))?.draw;
    const winner = { poolId: "main", prizeType: "Grand Prize", drawnAt: test.clock.now().toISOString() };
    const importWinners = () =>
      importDraw(test.admin, { ...draw, winners: [2, 1].map((number) => ({ ...winner, number })) });
    const refused = { reason: "invalid-input", fields: [{ field: "winners.1.number", problem: "given-back" }] };
    test.gateway.giveBack = async () => ({ kind: "unknown", code: null });
    expect(await refundOutcome(test, order, [1])).toBe("refund-under-way");
    expect(await importWinners()).toMatchObject(refused);
    const voidAt = (at: "now()" | "null") =>
      test.ctx.db.execute(sql`update number_ranges set voided_at = ${sql.raw(at)}
        where order_id = ${order.orderId} and line_number = 1`);
    await test.ctx.db.execute(sql`update refunds set state = 'refused' where order_id = ${order.orderId}`);
    await voidAt("now()");
    expect(await importWinners()).toMatchObject(refused);
    await voidAt("null");
    expect(await importWinners()).toMatchObject({ ok: true });
  });

  it("by the gateway: nothing is returned and the numbers stay valid", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const order = await sellLines(test, "by-gateway", [2]);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "200" });
    expect(await refundOutcome(test, order)).toBe("refund-refused");
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
    expect(await readMoney(test, order)).toEqual({ status: "finalized", voidCents: 0, salesCents: 2000, mails: 0 });
    const read = await readOrder(test.ctx, order);
    expect(read.ok && read.order.refunds).toMatchObject([{ state: "refused" }]);
    test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
    expect(await refundOutcome(test, order)).toBe("refunded");
  });
});

/** Runs `next` after each of the admin's transactions. */
function interruptedBy(next: () => Promise<void>): TestContext["admin"] {
  const { db } = test.admin;
  const transaction: typeof db.transaction = async (...work) => {
    const done = await db.transaction(...work);
    await next();
    return done;
  };
  return { ...test.admin, db: Object.assign(Object.create(db), { transaction }) };
}

describe("a refund that is written but not sent", () => {
  it("is left to the call that requested it, which knows the outcome", async () => {
    const order = await sellLines(test, "own-call", [1]);
    const taken: number[] = [];
    const interrupted = interruptedBy(async () => void taken.push(await sendRefunds(test.ctx)));
    expect(await requestRefund(interrupted, order, {})).toEqual({ ok: true, outcome: "refunded" });
    expect(taken).toEqual([0, 0]);
  });

  it("is sent by a job once that call has run out of time", async () => {
    const order = await sellLines(test, "dead-call", [1]);
    const died = interruptedBy(() => Promise.reject(new Error("killed")));
    await expect(requestRefund(died, order, {})).rejects.toThrow("killed");
    expect(await sendRefunds(test.ctx)).toBe(0);
    test.clock.advance(refundHeadStartMs);
    expect(await sendRefunds(test.ctx)).toBe(1);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ state: "done" }]);
  });
});

async function readDates(drawId: string): Promise<Record<string, unknown>> {
  const record = await readDrawRecord(test.ctx.db, drawId);
  return { startDate: record?.draw.startDate, endDate: record?.draw.endDate };
}

it("hands cash back: done immediately, without the gateway", async () => {
  const order = await sellLines(test, "cash", [2]);
  await test.ctx.db.execute(sql`update payment_attempts set method = 'cash' where order_id = ${order.orderId}`);
  const requestCount = test.gateway.refunds.length;
  expect(await refundOutcome(test, order)).toBe("refunded");
  expect(test.gateway.refunds).toHaveLength(requestCount);
  expect(await listOrderRefunds(test, order)).toMatchObject([
    { method: "cash", state: "done", gatewayTransactionId: null },
  ]);
  expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 2000, salesCents: 0 });
});
