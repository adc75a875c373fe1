import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChargeOutcome } from "@/lib/gateways/payment/port";
import type { OrderStatus } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import { readAttempt } from "@/lib/orders/store.attempts";
import { openOne } from "@/tests/support/core/opened-payments";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { approve } from "@/tests/support/core/test-gateway";
import type { SettlementStep } from "./rules";
import { chooseStep } from "./rules";
import { settleInOneStatement } from "./settle-attempt";

const attemptStates = ["sent", "unknown", "approved", "declined", "missing", "surplus"] as const;
const orderStates = ["reserved", "paying", "unknown", "finalized", "expired", "cancelled", "refunded"] as const;

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await openDraw(test, "at-once");
});

afterAll(() => test.close());

/** Returns the step that the rules choose, and the attempt that the one statement returned. */
async function decide(state: AttemptState, status: OrderStatus, toOutcome: (cents: number) => ChargeOutcome) {
  const { amountCents, ...key } = await openOne(test.ctx, "at-once");
  const { drawId, orderId } = key;
  await test.ctx.db.execute(
    sql`update orders set status = ${status} where draw_id = ${drawId} and order_id = ${orderId}`,
  );
  await test.ctx.db.execute(
    sql`update payment_attempts set state = ${state} where draw_id = ${drawId} and order_id = ${orderId}`,
  );
  const attempt = await readAttempt(test.ctx.db, key);
  if (!attempt) throw new Error("There is no attempt.");
  const outcome = toOutcome(amountCents);
  const step = chooseStep({ attempt, order: { status }, mode: test.ctx.mode }, outcome);
  const settled = await settleInOneStatement(test.ctx, key, outcome, "alone");
  return { step, written: settled?.state ?? null };
}

describe.each(attemptStates)("an attempt that is %s", (state) => {
  it.each(orderStates)("gets numbers for an order that is %s only if the rule finalizes it", async (status) => {
    const { step, written } = await decide(state, status, (amountCents) => approve({ amountCents }));
    expect(written).toBe(step === "finalize" ? "approved" : null);
  });

  it.each(orderStates)("releases an order that is %s only if the rule releases it", async (status) => {
    const { step, written } = await decide(state, status, () => {
      return { kind: "refused", reason: "declined", code: "7", transactionId: null };
    });
    expect(written).toBe(step === "decline-and-release" && isBeingPaid(status) ? "declined" : null);
  });
});

const approval = (amountCents: number) => approve({ amountCents }) as Extract<ChargeOutcome, { kind: "approved" }>;

it.each<[string, (cents: number) => ChargeOutcome, SettlementStep]>([
  ["another amount", (cents) => approval(cents + 1), "refund"],
  ["another currency", (cents) => ({ ...approval(cents), currency: "USD" }), "refund"],
  ["money that does not fit the mode", (cents) => ({ ...approval(cents), money: "real" }), "refund"],
  ["an answer that tells nothing", () => ({ kind: "unknown", code: null }), "look-up-again"],
])("%s is left to the full settlement", async (_name, toOutcome, expected) => {
  expect(await decide("sent", "paying", toOutcome)).toEqual({ step: expected, written: null });
});
