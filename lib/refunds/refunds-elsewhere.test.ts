import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { OrderView } from "@/lib/orders/rules";
import { expectLogs } from "@/tests/support/attempts";
import { sealAll } from "@/tests/support/audit-chain";
import { moneyOf, refundOutcome, refundsOf, sellLines } from "@/tests/support/refund-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { giveBack } from "@/tests/support/test-gateway";

const dayMs = 24 * 60 * 60_000;
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

/** A person gives money of an order back at the bank, past us. */
function giveBackByHand({ orderId }: OrderView, kind: "void" | "return", amountCents: number): void {
  const payment = test.gateway.ledger.find(({ orderNumber }) => orderNumber === orderId);
  byHand += 1;
  const request = { kind, transactionId: payment?.transactionId ?? "", amountCents, orderNumber: `HAND-${byHand}` };
  expect(giveBack(test.gateway, request)).toMatchObject({ kind: "done" });
}

/** After the job that seals, as every few seconds. */
async function violationsOf({ instanceId }: OrderView): Promise<string[]> {
  await sealAll(test);
  const report = await checkInvariants(test.admin, { instanceId });
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check }) => check);
}

async function triesOf(order: OrderView): Promise<string[]> {
  return (await refundsOf(test, order)).map(({ method, state }) => `${method} ${state}`);
}

it.each([
  ["void", 0, ["void done"]],
  ["return", 0, ["void refused", "return done"]],
  ["void", dayMs, ["void done"]],
  ["return", dayMs, ["return done"]],
] as const)(
  "a manual %s, %i ms before, is the refund: numbers, counters, email, and no money again",
  async (kind, ms, tries) => {
    const order = await sellLines(test, `whole-${kind}-${ms}`, [2, 3]);
    giveBackByHand(order, kind, 5000);
    expect(await violationsOf(order)).toEqual([`${kind}-without-refund`]);
    test.clock.advance(ms);
    expect(await refundOutcome(test, order)).toBe("refunded");
    expect(await triesOf(order)).toEqual(tries);
    expect(await moneyOf(test, order)).toEqual({ status: "refunded", voidCents: 5000, salesCents: 0, mails: 1 });
    expect(await violationsOf(order)).toEqual([]);
  },
);

it.each(["void", "return"] as const)(
  "a manual %s of the full amount is the refund of each line, one after another",
  async (kind) => {
    const order = await sellLines(test, `lines-${kind}`, [2, 3]);
    giveBackByHand(order, kind, 5000);
    expect(await refundOutcome(test, order, [2])).toBe("refunded");
    expect(await moneyOf(test, order)).toEqual({ status: "finalized", voidCents: 3000, salesCents: 2000, mails: 1 });
    expect(await refundOutcome(test, order, [1])).toBe("refunded");
    expect(await moneyOf(test, order)).toMatchObject({ status: "refunded", voidCents: 5000, mails: 2 });
    expect(await violationsOf(order)).toEqual([]);
  },
);

it("a partial manual refund doesn't cover a larger one: it is refused, and the numbers stay valid", async () => {
  const order = await sellLines(test, "part", [2, 3]);
  giveBackByHand(order, "return", 4999);
  expect(await refundOutcome(test, order)).toBe("refund-made-elsewhere");
  expect(await moneyOf(test, order)).toMatchObject({ status: "finalized", voidCents: 0, salesCents: 5000, mails: 0 });
  giveBackByHand(order, "return", 1);
  expect(await refundOutcome(test, order)).toBe("refunded");
  expect(await violationsOf(order)).toEqual([]);
});

it("is refused while the bank doesn't show what was returned, and can be requested again", async () => {
  const order = await sellLines(test, "unshown", [2]);
  giveBackByHand(order, "void", 2000);
  test.gateway.listAdjustments = async () => ({ kind: "unknown" });
  expect(await refundOutcome(test, order)).toBe("refund-made-elsewhere");
  restore();
  expect(await refundOutcome(test, order)).toBe("refunded");
});

/** Refunds one of two like lines, and then the other at a bank that says its money was back before. */
async function refundTwice(drawId: string, forget: () => Promise<unknown>): Promise<string> {
  const order = await sellLines(test, drawId, [1, 1]);
  expect(await refundOutcome(test, order, [1])).toBe("refunded");
  await forget();
  test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-made-elsewhere", code: 194 });
  return refundOutcome(test, order, [2]);
}

it("money returned by another of our refunds isn't counted for this one", async () => {
  expect(await refundTwice("counted", async () => undefined)).toBe("refund-made-elsewhere");
});

it("negative control: it is if that refund isn't recorded", async () => {
  const forget = () => test.ctx.db.execute(sql`update refunds set state = 'refused' where draw_id = 'uncounted'`);
  expect(await refundTwice("uncounted", forget)).toBe("refunded");
});
