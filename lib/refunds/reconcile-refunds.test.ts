import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { systemActor } from "@/lib/audit/rules";
import { minuteMs } from "@/lib/durations";
import type { RefundRequest } from "@/lib/gateways/payment/port";
import type { OrderView } from "@/lib/orders/rules";
import { maxRefundAttempts, refundHeadStartMs } from "@/lib/orders/rules.refunds";
import { insertRefund } from "@/lib/orders/store.refunds";
import { givenBackCents, listOrderRefunds, readMoney, refundOutcome, sellLines } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { reconcileRefunds } from "./reconcile-refunds";
import { requestRefund } from "./request-refund";
import { sendRefunds } from "./send-refund";

const unanswered = { kind: "unknown", code: null } as const;
let test: TestContext;
let restore: () => void;

beforeAll(async () => {
  test = await openTestContext();
  const original = { ...test.gateway };
  restore = () => Object.assign(test.gateway, original);
});

afterEach(() => restore());
afterAll(() => test.close());

/** The money is returned, but the answer is lost. */
async function loseAnswer(request: RefundRequest) {
  giveBack(test.gateway, request);
  return unanswered;
}

/** Advances `step` minutes at a time, with both jobs running. */
async function pass(minutes: number, step = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += step) {
    test.clock.advance(step * minuteMs);
    await sendRefunds(test.admin);
    await reconcileRefunds(test.admin);
  }
}

async function listStates(order: OrderView): Promise<string[]> {
  return (await listOrderRefunds(test, order)).map(({ method, state, reason }) =>
    [method, state, reason ?? ""].join(" ").trim(),
  );
}

describe("a lost answer", () => {
  it("is looked up, not repeated: the money is returned once", async () => {
    const order = await sellLines(test, "lost-answer", [2, 2]);
    test.gateway.giveBack = loseAnswer;
    const requestCount = test.gateway.refunds.length;
    expect(await refundOutcome(test, order, [1])).toBe("refund-under-way");
    expect(await readMoney(test, order)).toMatchObject({ status: "finalized", voidCents: 0, salesCents: 4000 });
    expect(await refundOutcome(test, order, [2])).toBe("refund-under-way");
    await pass(2);
    expect(await listStates(order)).toEqual(["return done"]);
    expect(await readMoney(test, order)).toMatchObject({ voidCents: 2000, salesCents: 2000, mails: 1 });
    expect(test.gateway.refunds.length - requestCount).toBe(1);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("is found at the payment itself if the report lags, or doesn't have our number", async () => {
    const order = await sellLines(test, "lagging", [2, 2]);
    test.gateway.giveBack = loseAnswer;
    test.gateway.listPayments = async () => ({ kind: "listed", payments: [], nextCursor: null });
    await refundOutcome(test, order, [1]);
    await pass(2);
    expect(await listStates(order)).toEqual(["return done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("stays unknown as long as the gateway can't say, however long that takes", async () => {
    const order = await sellLines(test, "silent", [2, 2]);
    test.gateway.giveBack = loseAnswer;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    await refundOutcome(test, order, [1]);
    await pass(30);
    expect(await listStates(order)).toEqual(["return unknown"]);
    restore();
    await pass(60, 5);
    expect(await listStates(order)).toEqual(["return done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("negative control: if sent again immediately, the same money is returned twice", async () => {
    const order = await sellLines(test, "blind", [2, 2]);
    test.gateway.giveBack = loseAnswer;
    await refundOutcome(test, order, [1]);
    const [refund] = await listOrderRefunds(test, order);
    const again = { ...test.gateway.refunds.at(-1), orderNumber: `${refund?.refundNumber.slice(0, -2)}99` };
    await test.gateway.refund({ provider: "bambora", merchantId: "", passcode: "" }, again as RefundRequest);
    expect(givenBackCents(test, order)).toBe(4000);
  });
});

describe("a refund that never reached the gateway", () => {
  it("is sent by another attempt, but only after 15 minutes and a second lookup", async () => {
    const order = await sellLines(test, "never-reached", [2]);
    test.gateway.giveBack = async () => unanswered;
    expect(await refundOutcome(test, order)).toBe("refund-under-way");
    test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
    await pass(14);
    expect(await listStates(order)).toEqual(["void unknown"]);
    await pass(20);
    expect(await listStates(order)).toEqual(["void refused refund-missing", "void done"]);
    expect(givenBackCents(test, order)).toBe(2000);
    expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 2000 });
  });

  it("because its process slept past its deadline is recorded as not sent, and made by another attempt", async () => {
    const order = await sellLines(test, "slept-refund", [2]);
    const requestCount = test.gateway.refunds.length;
    const now = () => {
      test.clock.advance(minuteMs);
      return test.clock.now();
    };
    await requestRefund({ ...test.admin, now }, order, {});
    expect(test.gateway.refunds).toHaveLength(requestCount);
    expect((await listStates(order))[0]).toBe("void refused refund-unavailable");
    await pass(20);
    expect(await listStates(order)).toEqual(["void refused refund-unavailable", "void done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("because its process died is sent by the next one that runs", async () => {
    const order = await sellLines(test, "dead-process", [2]);
    const { instanceId: drawId, orderId } = order;
    const money = { lineNumbers: [1], cause: "requested", method: "void", amountCents: 2000 } as const;
    const key = { drawId, orderId, gatewayOrderNumber: orderId, requestedBy: "admin", actor: systemActor } as const;
    await insertRefund(test.ctx.db, { ...key, ...money, lineNumbers: [1], now: test.clock.now() });
    test.clock.advance(refundHeadStartMs);
    await Promise.all([sendRefunds(test.admin), sendRefunds(test.admin)]);
    expect(await listStates(order)).toEqual(["void done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("because its process died while it had the right to send is looked up once nobody is sending it anymore", async () => {
    const order = await sellLines(test, "dead-sender", [2]);
    test.gateway.giveBack = async (request) => {
      giveBack(test.gateway, request);
      throw new Error("The process ends here.");
    };
    await expect(refundOutcome(test, order)).rejects.toThrow("ends here");
    restore();
    await pass(1);
    expect(await listStates(order)).toEqual(["void sent"]);
    await pass(1);
    expect(await listStates(order)).toEqual(["void done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });
});

describe("a gateway that was unable to refund", () => {
  it("is tried again later, each time as another attempt, until it can", async () => {
    const order = await sellLines(test, "passing", [2]);
    let failures = 3;
    test.gateway.giveBack = async (request) => {
      failures -= 1;
      return failures < 0
        ? giveBack(test.gateway, request)
        : { kind: "refused", reason: "refund-unavailable", code: "935" };
    };
    expect(await refundOutcome(test, order)).toBe("refund-under-way");
    await pass(20);
    expect((await listStates(order)).slice(-2)).toEqual(["void refused refund-unavailable", "void done"]);
    expect(givenBackCents(test, order)).toBe(2000);
  });

  it("is given up after the maximum number of attempts, and a person is told", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const order = await sellLines(test, "given-up", [2]);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-unavailable", code: "935" });
    await refundOutcome(test, order);
    await pass(600, 20);
    expect(await listStates(order)).toHaveLength(maxRefundAttempts);
    expect(new Set(await listStates(order))).toEqual(new Set(["void refused refund-unavailable"]));
    expect(consoleError).toHaveBeenCalledTimes(1);
    expect(String(consoleError.mock.calls[0])).not.toContain(order.orderId);
    consoleError.mockRestore();
    expect(await readMoney(test, order)).toMatchObject({ status: "finalized", voidCents: 0, salesCents: 2000 });
  });
});

describe("surplus money", () => {
  it("is refunded without changing the order or its numbers", async () => {
    const order = await sellLines(test, "surplus", [2]);
    const { instanceId: drawId, orderId } = order;
    await test.ctx.db.execute(sql`update payment_attempts set state = 'surplus' where order_id = ${orderId}`);
    const money = { lineNumbers: [], cause: "surplus", method: "return", amountCents: 2000 } as const;
    const key = { drawId, orderId, gatewayOrderNumber: orderId, requestedBy: "system", actor: systemActor } as const;
    await insertRefund(test.ctx.db, { ...key, ...money, lineNumbers: [], now: test.clock.now() });
    await sendRefunds(test.admin);
    expect(await listStates(order)).toEqual(["return done"]);
    expect(await readMoney(test, order)).toEqual({ status: "finalized", voidCents: 0, salesCents: 2000, mails: 0 });
  });
});
