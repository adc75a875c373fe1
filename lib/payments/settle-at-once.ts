import "server-only";

import type { Context } from "@/lib/context";
import type { Approval } from "@/lib/gateways/payment/gateway";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import type { AttemptKey } from "@/lib/orders/store.attempts";
import { refusedAttempt } from "./rules.attempt-changes";
import type { Outcome } from "./rules.settlement";
import { misfitOf } from "./rules.settlement";
import { refuseOpenAttempt } from "./store.refuse";
import type { ApprovedPayment, SettledAttempt } from "./store.sell";
import { sellAlone, sellTogether } from "./store.sell-together";

type Settler = Pick<Context, "db" | "now" | "sealer" | "mode">;

/**
 * Whether an approved payment waits for others of its draw, to be settled in a batch. One that is being looked up goes
 * alone: others may be writing about it too.
 */
export type Company = "together" | "alone";

function toApproved({ sealer, now }: Settler, key: AttemptKey, approval: Approval): ApprovedPayment {
  const { drawId, orderId, gatewayOrderNumber } = key;
  const { transactionId, amountCents, code, cardType, lastFour: cardLastFour } = approval;
  return {
    ...{ drawId, orderId, gatewayOrderNumber, transactionId, amountCents, code, cardType, cardLastFour },
    validationHash: hashValidationNumber(sealer, drawId, validationNumberOf(sealer, key)),
    now: now(),
  };
}

/**
 * Settles the simple cases in one statement: an approval as requested, for an order that is being paid, and a decline
 * for an order whose hold is live. In any other case it returns null and writes nothing.
 */
export async function settleAtOnce(
  ctx: Settler,
  key: AttemptKey,
  outcome: Outcome,
  company: Company,
): Promise<SettledAttempt | null> {
  if (outcome.statedBy) return null;
  if (outcome.kind === "refused") {
    const now = ctx.now();
    return refuseOpenAttempt(ctx.db, key, refusedAttempt({ state: "sent" }, outcome, now), now);
  }
  // The statement compares the requested amount.
  if (outcome.kind !== "approved" || misfitOf(outcome, outcome, ctx.mode)) return null;
  const sell = company === "alone" ? sellAlone : sellTogether;
  return sell(ctx.db, toApproved(ctx, key, outcome));
}
