import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { checkInvariants } from "@/lib/invariants/check-invariants";
import { queryRows } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import { payUnanswered } from "@/tests/support/core/attempts";
import { cancelDraw, joinTwo } from "@/tests/support/core/cancelled-draw";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import { makeBankMoody, runCancellation } from "@/tests/support/core/moody-bank";
import { freshKey, openDraw, pay, place, sell } from "@/tests/support/core/orders";
import { listOrderRefunds, refundOutcome, sellLines } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { viewCancellation } from "./view-cancellation";

let test: TestContext;

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  test = await openTestContext();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

/** Each buyer has an address and a browser of their own. */
async function sellMany(on: TestContext, drawId: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const buyer = { name: "Marie Tremblay", email: `buyer-${number}@example.com`, province: "ON" } as const;
    const actor = { kind: "buyer", clientKey: `browser-${number}-${freshKey()}`, ipAddress: null } as const;
    const order = await place({ ...on, ctx: { ...on.ctx, actor } }, drawId, 1 + (number % 3), { buyer });
    await pay({ ...on.ctx, actor }, order);
  }
}

/** Payments whose money isn't all back, and those of which more was returned than paid. */
function listUnevenPayments({ gateway }: TestContext): string[] {
  const captures = gateway.ledger.filter(({ kind }) => kind === "capture");
  return captures
    .filter((one) => (one.voided ? one.amountCents : 0) + one.returnedCents !== one.amountCents)
    .map(({ orderNumber }) => orderNumber);
}

async function listMailed(on: TestContext, drawId: string): Promise<string[]> {
  const rows = await queryRows<{ orderId: string }>(
    on.ctx.db,
    sql`select order_id as "orderId" from outbox where draw_id = ${drawId} and kind = 'cancelled' and state = 'sent'`,
  );
  return rows.map(({ orderId }) => orderId);
}

async function readMoney(on: TestContext, drawId: string) {
  const view = await viewCancellation(on.admin, drawId);
  if (!view.ok) throw new Error(view.reason);
  return view.cancellation.money;
}

async function expectAllBack(count: number): Promise<void> {
  const drawId = await openDraw(test, "all-back");
  await sellMany(test, drawId, count);
  const sold = (await readMoney(test, drawId)).waiting;
  expect(sold.orders).toBe(count);
  makeBankMoody(test);
  await cancelDraw(test, drawId);
  expect(await runCancellation(test)).toBe(true);
  const money = await readMoney(test, drawId);
  expect(money.refused.orders).toBeGreaterThan(0);
  expect(money.refused.orders + money.returned.orders).toBe(count);
  expect(money.waiting).toEqual({ orders: 0, amount: 0 });
  expect(listUnevenPayments(test)).toHaveLength(money.refused.orders);
  // A person refunds what the bank refused.
  test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
  const left = await queryRows<{ orderId: string }>(
    test.ctx.db,
    sql`select order_id as "orderId" from orders where draw_id = ${drawId} and status = 'finalized'`,
  );
  for (const { orderId } of left) {
    expect(await requestRefund(test.admin, { instanceId: drawId, orderId }, {})).toMatchObject({ ok: true });
  }
  expect(await readMoney(test, drawId)).toMatchObject({ returned: sold, refused: { orders: 0 } });
  expect(listUnevenPayments(test)).toEqual([]);
  const mailed = await listMailed(test, drawId);
  expect([mailed.length, new Set(mailed).size]).toEqual([count, count]);
  const mails = test.mail.mails.filter(({ subject }) => subject.includes("was cancelled"));
  expect([mails.length, new Set(mails.map(({ to }) => to)).size]).toEqual([count, count]);
  // A job keeps the statistics of a server, without which PostgreSQL plans for empty tables.
  await test.ctx.db.execute(sql`analyze`);
  const report = await checkInvariants(test.admin, { instanceId: drawId });
  // No job seals here, and the larger draw takes hours of the test's clock.
  expect(report.ok && report.violations.filter(({ check }) => check !== "audit-unsealed")).toEqual([]);
}

describe("a cancelled draw whose bank fails now and then, with two processes at once", () => {
  it("returns all money once and tells everybody once", () => expectAllBack(60), 300_000);

  it.runIf(isFullRun)("the same with 5,000 orders", () => expectAllBack(5000), 3_600_000);
});

describe("an order of a cancelled draw", () => {
  it("gets back only what an earlier refund left", async () => {
    const order = await sellLines(test, "in-part", [1, 2]);
    expect(await refundOutcome(test, order, [1])).toBe("refunded");
    await cancelDraw(test, "in-part");
    expect(await runCancellation(test)).toBe(true);
    const refunds = await listOrderRefunds(test, order);
    expect(refunds.map(({ cause, amountCents, state }) => [cause, amountCents, state])).toEqual([
      ["requested", 1000, "done"],
      ["cancelled", 2000, "done"],
    ]);
    expect(listUnevenPayments(test)).toEqual([]);
  });

  it("whose payment is unknown waits, and is refunded and told once the bank says that it was paid", async () => {
    const drawId = await openDraw(test, "unknown");
    const order = await place(test, drawId);
    await payUnanswered(test, order);
    await cancelDraw(test, drawId);
    await runCancellation(test, 3);
    expect(await listOrderRefunds(test, order)).toEqual([]);
    const { reconcilePayments } = await import("@/lib/payments/reconcile/reconcile-payments");
    await reconcilePayments(test.ctx);
    expect(await runCancellation(test)).toBe(true);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ cause: "cancelled", state: "done" }]);
    expect(await listMailed(test, drawId)).toEqual([order.orderId]);
    expect(listUnevenPayments(test)).toEqual([]);
  });

  it("paid in cash stays until a person pays it back from a drawer", async () => {
    const drawId = await openDraw(test, "cash", { terminal: { allowAnonymousCash: true, allowRefund: true } });
    const order = await sellForCash(asTestDevice(test), drawId);
    await sell(test, drawId);
    await cancelDraw(test, drawId);
    expect(await runCancellation(test)).toBe(true);
    expect(await readMoney(test, drawId)).toMatchObject({
      ...{ returned: { orders: 1, amount: 10 }, cash: { orders: 1, amount: 10 } },
      ...{ cashReturned: { orders: 0, amount: 0 }, mails: { sent: 1, all: 1 } },
    });
    const { first } = await joinTwo(test);
    expect(await requestRefund(first, order, { reason: "other" })).toMatchObject({ outcome: "refunded" });
    const [refund] = await listOrderRefunds(test, order);
    expect(refund).toMatchObject({ method: "cash", state: "done", deviceId: "gate-1", requestedBy: "admin" });
    expect(await readMoney(test, drawId)).toMatchObject({
      cash: { orders: 0 },
      cashReturned: { orders: 1, amount: 10 },
    });
  });

  it("that the bank refused isn't asked for again by itself", async () => {
    const order = await sellLines(test, "refused", [1]);
    await cancelDraw(test, "refused");
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "314" });
    expect(await runCancellation(test)).toBe(true);
    expect(await listOrderRefunds(test, order)).toMatchObject([{ state: "refused" }]);
    expect(await readMoney(test, "refused")).toMatchObject({ refused: { orders: 1, amount: 10 } });
  });
});

describe("negative controls", () => {
  it("a refund that looks unmade is sent to the bank again and again", async () => {
    const count = async (on: TestContext) => {
      const drawId = await openDraw(on, "again");
      await sell(on, drawId);
      await cancelDraw(on, drawId);
      await runCancellation(on, 20);
      return on.gateway.refunds.length > 1;
    };
    expect(await withAndWithout(sabotage.cancelledRefund, count)).toEqual({ guarded: false, unguarded: true });
  });

  it("somebody is told twice if the email has another name each time", async () => {
    const count = async (on: TestContext) => {
      const drawId = await openDraw(on, "twice");
      await sell(on, drawId);
      await cancelDraw(on, drawId);
      await runCancellation(on, 20);
      return (await listMailed(on, drawId)).length;
    };
    expect(await withAndWithout(sabotage.cancelledMail, count)).toEqual({ guarded: 1, unguarded: 2 });
  });
});
