import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { listAttempts, lockOrder, readAttempt } from "@/lib/orders/store.attempts";
import type { PaymentDecision } from "@/lib/payments/schema";
import { paymentDecisionSchema } from "@/lib/payments/schema";
import type { Outcome } from "@/lib/payments/settle/rules";
import { isOpenState } from "@/lib/payments/settle/rules";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import type { SettledAttempt } from "@/lib/payments/settle/store.approvals";
import { withRetry } from "@/lib/platform/db/errors";
import { toFieldProblems } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { OpenRefusal } from "./check-outcome";
import { claimAttemptOrRefuse } from "./check-outcome";
import { reconcileAttempt } from "./reconcile-payments";
import { canDecide } from "./rules";
import type { ClaimedAttempt } from "./store";

type InputRefusal = Refusal<AdminRefusal | "invalid-input">;
type ClaimRefusal = OpenRefusal | Refusal<"order-not-found" | "settlement-too-early">;
type DecisionRefusal = Refusal<"bank-answers" | "payment-not-open" | "transaction-taken">;
type Claim = { ok: true; claimed: ClaimedAttempt } | ClaimRefusal;

/**
 * Lets an admin settle an open payment from the bank's records when lookups don't help. Looks it up once more, and an
 * answer of the gateway takes precedence. Refused in the first 15 minutes, and for a day if the gateway's answers
 * contradict each other. Money found after "not paid" is late money.
 */
export async function settleByHand(
  ctx: Context,
  key: OrderKey,
  input: unknown,
): Promise<{ ok: true } | ClaimRefusal | DecisionRefusal | InputRefusal> {
  const refused =
    (await authorizeForDraw(ctx, "settle", key.instanceId, "order-not-found")) ?? checkFreshPasskey(ctx.actor);
  if (refused) return refused;
  const parsed = paymentDecisionSchema.safeParse(input);
  if (!parsed.success) return refuse("invalid-input", toFieldProblems(parsed.error, input));
  if (!isOrderKey(key)) return refuse("order-not-found");
  const claim = await withRetry(ctx, () => claimOnce(ctx, key));
  if (!claim.ok) return claim;
  const refusal = await settleClaimed(ctx, claim.claimed, parsed.data);
  return refusal ?? { ok: true };
}

/** Claims under the order's lock, so that no other process looks the attempt up at the same time. */
function claimOnce(ctx: Context, { instanceId: drawId, orderId }: OrderKey): Promise<Claim> {
  return ctx.db.transaction(async (tx): Promise<Claim> => {
    const key = { drawId, orderId };
    if (!(await lockOrder(tx, key))) return refuse("order-not-found");
    const open = (await listAttempts(tx, drawId, orderId)).find(({ state }) => isOpenState(state));
    if (open && !canDecide(open, ctx.now(), false)) return refuse("settlement-too-early");
    return claimAttemptOrRefuse(tx, key, ctx.now());
  });
}

function toOutcome(decision: PaymentDecision, { amountCents }: AttemptRow, ctx: Context): Outcome {
  const decidedBy = toAuditActor(ctx.actor);
  if (!decision.paid) return { kind: "not-made", decidedBy };
  const { transactionId } = decision;
  return { kind: "approved", transactionId, amountCents, code: null, cardType: null, lastFour: null, decidedBy };
}

function matchesDecision(decision: PaymentDecision, { state, gatewayTransactionId }: SettledAttempt): boolean {
  if (!decision.paid) return state === "missing";
  return (state === "approved" || state === "surplus") && gatewayTransactionId === decision.transactionId;
}

async function readClaimedAttempt(ctx: Context, claimed: ClaimedAttempt): Promise<AttemptRow> {
  const attempt = await withRetry(ctx, () => readAttempt(ctx.db, claimed));
  if (!attempt) throw new Error("An attempt that was just claimed cannot be read.");
  return attempt;
}

async function settleClaimed(
  ctx: Context,
  claimed: ClaimedAttempt,
  decision: PaymentDecision,
): Promise<DecisionRefusal | null> {
  const isAnswered = await reconcileAttempt(ctx, claimed);
  const attempt = await readClaimedAttempt(ctx, claimed);
  const isOpen = isOpenState(attempt.state);
  if (!isOpen) return refuse(isAnswered ? "bank-answers" : "payment-not-open");
  if (!canDecide(attempt, ctx.now(), isAnswered)) return refuse("bank-answers");
  const settled = await settleAttempt(ctx, claimed, toOutcome(decision, attempt, ctx));
  if (matchesDecision(decision, settled)) return null;
  // The attempt stays open only if another payment has the stated transaction.
  return refuse(isOpenState(settled.state) ? "transaction-taken" : "payment-not-open");
}
