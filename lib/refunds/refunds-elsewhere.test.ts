import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { dayMs } from "@/lib/durations";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { OrderView } from "@/lib/orders/rules";
import { expectLogs } from "@/tests/support/core/attempts";
import { sealAll } from "@/tests/support/core/audit-chain";
import { givenBackCents, listOrderRefunds, readMoney, refundOutcome, sellLines } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { reconcileRefunds } from "./reconcile-refunds";
import { sendRefunds } from "./send-refund";

let test: TestContext;
let restore: () => void;
let byHand = 0;

beforeAll(async () => {
  test = await openTestContext();
  const original = { ...test.gateway };
  restore = () => Object.assign(test.gateway, original);
});
beforeEach(() => void expectLogs());
afterEach(() => {
  vi.restoreAllMocks();
  restore();
});
afterAll(() => test.close());

function giveBackByHand({ orderId }: OrderView, kind: "void" | "return", amountCents: number): void {
  const payment = test.gateway.ledger.find(({ orderNumber }) => orderNumber === orderId);
  byHand += 1;
  const request = { kind, transactionId: payment?.transactionId ?? "", amountCents, orderNumber: `HAND-${byHand}` };
  expect(giveBack(test.gateway, request)).toMatchObject({ kind: "done" });
}

/** Seals the entries first, so that only other violations are listed. */
async function listViolations({ instanceId }: OrderView): Promise<string[]> {
  await sealAll(test);
  const report = await checkInvariants(test.admin, { instanceId });
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check }) => check);
}

async function listAttemptStates(order: OrderView): Promise<string[]> {
  return (await listOrderRefunds(test, order)).map(({ method, state }) => `${method} ${state}`);
}

it.each([
  ["void", 0, ["void done"]],
  ["return", 0, ["return done"]],
  ["void", dayMs, ["void done"]],
  ["return", dayMs, ["return done"]],
] as const)(
  "a manual %s, %i ms before, is the refund: numbers, counters, email, and no money again",
  async (kind, ms, tries) => {
    const order = await sellLines(test, `whole-${kind}-${ms}`, [2, 3]);
    giveBackByHand(order, kind, 5000);
    expect(await listViolations(order)).toEqual([`${kind}-without-refund`]);
    test.clock.advance(ms);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await listAttemptStates(order)).toEqual(tries);
    expect(await readMoney(test, order)).toEqual({ status: "refunded", voidCents: 5000, salesCents: 0, mails: 1 });
    expect(await listViolations(order)).toEqual([]);
  },
);

it.each(["void", "return"] as const)(
  "a manual %s of the full amount is the refund of each line, one after another",
  async (kind) => {
    const order = await sellLines(test, `lines-${kind}`, [2, 3]);
    giveBackByHand(order, kind, 5000);
    expect(await refundOutcome(test, order, [2])).toBe("refunded");
    expect(await readMoney(test, order)).toEqual({ status: "finalized", voidCents: 3000, salesCents: 2000, mails: 1 });
    expect(await refundOutcome(test, order, [1])).toBe("refunded");
    expect(await readMoney(test, order)).toMatchObject({ status: "refunded", voidCents: 5000, mails: 2 });
    expect(await listViolations(order)).toEqual([]);
  },
);

it("of a part that went back by hand nothing is sent again, and of the rest only the rest", async () => {
  const order = await sellLines(test, "part", [1, 2]);
  giveBackByHand(order, "return", 1000);
  expect(await refundOutcome(test, order, [1])).toBe("refunded");
  expect(givenBackCents(test, order)).toBe(0);
  expect(await readMoney(test, order)).toMatchObject({ status: "finalized", voidCents: 1000, salesCents: 2000 });
  expect(await listViolations(order)).toEqual([]);
  expect(await refundOutcome(test, order)).toBe("refunded");
  expect(givenBackCents(test, order)).toBe(2000);
  expect(await listViolations(order)).toEqual([]);
});

it.each(["answered", "lost"])(
  "all is refunded after a manual part, for the rest, with its answer %s",
  async (answer) => {
    const order = await sellLines(test, `rest-${answer}`, [2, 3]);
    giveBackByHand(order, "return", 1999);
    if (answer === "lost") {
      test.gateway.giveBack = async (request) => {
        giveBack(test.gateway, request);
        return { kind: "unknown", code: null };
      };
    }
    expect(await refundOutcome(test, order)).toBe(answer === "lost" ? "refund-under-way" : "refunded");
    test.clock.advance(60_000);
    await reconcileRefunds(test.ctx);
    expect(test.gateway.refunds.map(({ amountCents }) => amountCents).slice(-1)).toEqual([3001]);
    expect(await listAttemptStates(order)).toEqual(["return done"]);
    expect(await readMoney(test, order)).toEqual({ status: "refunded", voidCents: 5000, salesCents: 0, mails: 1 });
    expect(await listViolations(order)).toEqual([]);
  },
);

/** Refunds both lines after the first was returned by hand. Returns the cents refunded in all. */
async function refundAfterHand(drawId: string): Promise<number> {
  const order = await sellLines(test, drawId, [1, 2, 3]);
  giveBackByHand(order, "return", 1000);
  await refundOutcome(test, order, [1]);
  const payment = test.gateway.ledger.find(({ orderNumber }) => orderNumber === order.orderId);
  return payment?.returnedCents ?? 0;
}

it("negative control: the part is sent again if the payment isn't read before", async () => {
  expect(await refundAfterHand("read-before")).toBe(1000);
  const { listAdjustments } = test.gateway;
  test.gateway.listAdjustments = async () => ({ kind: "listed", adjustments: [] });
  expect(await refundAfterHand("unread-before")).toBe(2000);
  test.gateway.listAdjustments = listAdjustments;
});

it("what a person returns between the reading and the sending is read again when the bank refuses", async () => {
  const order = await sellLines(test, "between", [2, 3]);
  test.gateway.giveBack = async (request) => {
    giveBackByHand(order, "return", 2000);
    test.gateway.giveBack = async (next) => giveBack(test.gateway, next);
    return giveBack(test.gateway, { ...request, kind: "return" });
  };
  expect(await refundOutcome(test, order)).toBe("refund-made-elsewhere");
  expect(await readMoney(test, order)).toMatchObject({ status: "finalized", voidCents: 0, mails: 0 });
  expect(await refundOutcome(test, order)).toBe("refunded");
  expect(givenBackCents(test, order)).toBe(3000);
  expect(await listViolations(order)).toEqual([]);
});

it("two processes that refund after a manual part send the rest once", async () => {
  const order = await sellLines(test, "two", [2, 3]);
  giveBackByHand(order, "return", 1000);
  const answers = await Promise.all([1, 2, 3].map(() => refundOutcome(test, order)));
  expect(answers.filter((outcome) => outcome === "refunded")).toHaveLength(1);
  expect(givenBackCents(test, order)).toBe(4000);
});

it("isn't sent while the bank doesn't show what was returned, and is settled later", async () => {
  const order = await sellLines(test, "unshown", [2]);
  giveBackByHand(order, "void", 2000);
  test.gateway.listAdjustments = async () => ({ kind: "unknown" });
  const requestCount = test.gateway.refunds.length;
  expect(await refundOutcome(test, order)).toBe("refund-under-way");
  expect(test.gateway.refunds).toHaveLength(requestCount);
  restore();
  test.clock.advance(60 * 60_000);
  await sendRefunds(test.ctx);
  expect(await listAttemptStates(order)).toEqual(["void refused", "void done"]);
});

/** The gateway reports the money of the second of two equal lines as already returned. */
async function refundTwice(drawId: string, forget: () => Promise<unknown>): Promise<string> {
  const order = await sellLines(test, drawId, [1, 1]);
  expect(await refundOutcome(test, order, [1])).toBe("refunded");
  await forget();
  test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-made-elsewhere", code: "194" });
  return refundOutcome(test, order, [2]);
}

it("money returned by another of our refunds isn't counted for this one", async () => {
  expect(await refundTwice("counted", async () => undefined)).toBe("refund-made-elsewhere");
});

it("negative control: it is if that refund isn't recorded", async () => {
  const forget = () => test.ctx.db.execute(sql`update refunds set state = 'refused' where draw_id = 'uncounted'`);
  expect(await refundTwice("uncounted", forget)).toBe("refunded");
});
