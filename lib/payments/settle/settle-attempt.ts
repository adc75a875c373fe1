import "server-only";
import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { Approval } from "@/lib/gateways/payment/port";
import { endOrder, reopenOrder } from "@/lib/orders/holds/store";
import { createValidationNumber, hashValidationNumber } from "@/lib/orders/rules.validation";
import type { AttemptKey, AttemptRow, PaymentKey } from "@/lib/orders/store.attempts";
import { lockOrder, readAttempt, writeAttempt } from "@/lib/orders/store.attempts";
import { createSettlementEntry, writeEntry } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { findBrokenConstraint, recordWithRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { refundSurplus } from "./refund-surplus";
import type { Outcome, SettlementStep } from "./rules";
import {
  chooseStep,
  createMissingUpdate,
  createPendingUpdate,
  createRefusalUpdate,
  findPaymentMismatch,
  getRefusalAction,
} from "./rules";
import { settleVerification } from "./settle-verification";
import type { ApprovedPayment, SettledAttempt } from "./store.approvals";
import { settleAlone, settlePayments, settleTogether } from "./store.approvals";
import type { Settlement } from "./store.outcomes";
import {
  listDrawsOfTransaction,
  lockOpenSales,
  lockTransaction,
  moveOrder,
  refuseOpenAttempt,
  retakeTickets,
} from "./store.outcomes";

type SettleContext = Pick<Context, "db" | "gateway" | "now" | "sealer" | "wait" | "mode">;

/** A payment that is being looked up is settled `alone`, because other code may be changing it. */
export type Batching = "together" | "alone";

/**
 * Never changes a settled attempt, so it can be retried after any failure. If all retries fail, the attempt is looked
 * up later.
 */
export function settleAttempt(
  ctx: SettleContext,
  { orderId, ...name }: PaymentKey,
  outcome: Outcome,
  batching: Batching = "together",
): Promise<SettledAttempt> {
  return recordWithRetry(ctx, "An outcome could not be recorded yet.", async () => {
    if (orderId === null) return settleVerification(ctx, name, outcome);
    const key = { ...name, orderId };
    return (await settleInOneStatement(ctx, key, outcome, batching)) ?? settleUnderLock(ctx, key, outcome);
  });
}

/**
 * Settles an approval of an order being paid, or a decline with a live hold. Otherwise writes nothing and returns null.
 */
export async function settleInOneStatement(
  ctx: Omit<SettleContext, "wait">,
  key: AttemptKey,
  outcome: Outcome,
  batching: Batching,
): Promise<SettledAttempt | null> {
  if (outcome.decidedBy) return null;
  const now = ctx.now();
  if (outcome.kind === "refused") {
    return refuseOpenAttempt(ctx.db, key, createRefusalUpdate({ state: "sent" }, outcome, now), now);
  }
  // The statement itself compares the amount.
  if (outcome.kind !== "approved" || findPaymentMismatch(outcome, outcome, ctx.mode)) return null;
  const settle = batching === "alone" ? settleAlone : settleTogether;
  return settle(ctx.db, toApprovedPayment(ctx, key, outcome, now));
}

/** Settles late or mismatched money, decisions of an admin, and unknown outcomes. */
async function settleUnderLock(ctx: SettleContext, key: AttemptKey, outcome: Outcome): Promise<SettledAttempt> {
  const first = await settleInTransaction(ctx, key, outcome, "unread");
  const settled = first.step === "finalize-late" ? await settleLate(ctx, key, outcome) : first;
  logSettlement(ctx, settled, outcome);
  return settled.attempt;
}

type SettlementResult = { step: SettlementStep; settlement: Settlement; attempt: SettledAttempt };

/** The draw of a late payment: not read yet, open and locked, or closed. */
type SaleState = "unread" | "open" | "over";

/** Late numbers are issued only until this long before the close, so that a report made after the close has all. */
const lateSaleMarginMs = 60_000;

/** Locks the draw, then the order. With `saleState` unread, late money is returned as `finalize-late`. */
function settleInTransaction(
  ctx: SettleContext,
  key: AttemptKey,
  outcome: Outcome,
  saleState: SaleState,
): Promise<SettlementResult> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const until = new Date(now.getTime() + lateSaleMarginMs);
    const sells = saleState === "open" && (await lockOpenSales(tx, key, until));
    const settlement = await lockSettlement(tx, key, now);
    const { attempt, order } = settlement;
    const proposedStep = chooseStep({ attempt, order, mode: ctx.mode }, outcome);
    const isTaken = proposedStep !== "ignore" && (await isTransactionTaken(ctx, tx, key, outcome));
    const finalStep = proposedStep === "finalize-late" && saleState !== "unread" && !sells ? "refund" : proposedStep;
    const step = isTaken ? "ignore" : finalStep;
    if (step === "finalize-late" && !sells) return { step, settlement, attempt };
    const settled = await applyStep(ctx, tx, step, settlement, outcome);
    if (outcome.decidedBy && step !== "ignore") await recordDecision(tx, settlement, outcome);
    return { step, settlement, attempt: settled };
  });
}

/** Fail if no tickets are left for late money, or if another payment of its order was approved. */
const lateConstraints = new Set(["pools_capacity", "pools_jackpot", "payment_attempts_one_approved"]);

async function settleLate(ctx: SettleContext, key: AttemptKey, outcome: Outcome): Promise<SettlementResult> {
  try {
    return await settleInTransaction(ctx, key, outcome, "open");
  } catch (error) {
    if (!lateConstraints.has(findBrokenConstraint(error) ?? "")) throw error;
    return settleInTransaction(ctx, key, outcome, "over");
  }
}

async function lockSettlement(tx: Database, key: AttemptKey, now: Date): Promise<Settlement> {
  const order = await lockOrder(tx, key);
  const attempt = await readAttempt(tx, key);
  if (!order || !attempt) throw new Error("An attempt that is to be settled cannot be read.");
  return { key, attempt, order, now };
}

/** The stated transaction stays locked until `tx` ends. */
async function isTransactionTaken(
  { sealer }: SettleContext,
  tx: Database,
  attempt: AttemptKey,
  outcome: Outcome,
): Promise<boolean> {
  if (!outcome.decidedBy || outcome.kind !== "approved") return false;
  await lockTransaction(tx, outcome.transactionId);
  const drawIds = await listDrawsOfTransaction(tx, outcome.transactionId, attempt);
  if (drawIds.length === 0 || drawIds.includes(attempt.drawId)) return drawIds.length > 0;
  const readMerchantId = async (drawId: string) => (await readCredentials({ db: tx, sealer }, drawId))?.merchantId;
  const merchantId = await readMerchantId(attempt.drawId);
  for (const drawId of drawIds) if ((await readMerchantId(drawId)) === merchantId) return true;
  return false;
}

async function applyStep(
  ctx: SettleContext,
  tx: Database,
  step: SettlementStep,
  settlement: Settlement,
  outcome: Outcome,
): Promise<SettledAttempt> {
  if (step === "look-up-again") return scheduleLookup(tx, settlement, outcome);
  if (step === "mark-missing") return markMissing(tx, settlement);
  if (step === "decline") return recordRefusal(tx, settlement, outcome);
  if (step === "decline-and-release") {
    const refused = await recordRefusal(tx, settlement, outcome);
    await releaseOrder(tx, settlement);
    return refused;
  }
  if (outcome.kind !== "approved" || step === "ignore") return settlement.attempt;
  if (step === "refund") return refundSurplus(ctx, tx, settlement, outcome);
  return finalizeOrder(ctx, tx, settlement, outcome);
}

/** Throws on a pool's constraint if a late payment finds no tickets. */
async function finalizeOrder(
  ctx: SettleContext,
  tx: Database,
  { key, attempt, order, now }: Settlement,
  approval: Approval,
): Promise<SettledAttempt> {
  if (order.status === "expired" || order.status === "cancelled") await retakeTickets(tx, key);
  const from = { states: [attempt.state], statuses: [order.status] };
  const [settled] = await settlePayments(tx, [toApprovedPayment(ctx, key, approval, now)], from);
  if (!settled) throw new Error("An approved payment found its order in no state to be finalized.");
  // The order may have changed since the attempt was opened, so the caller reads it again.
  const { sold: _sold, ...written } = settled;
  return written;
}

function toApprovedPayment({ sealer }: Pick<SettleContext, "sealer">, key: AttemptKey, approval: Approval, now: Date) {
  const { drawId, orderId, gatewayOrderNumber } = key;
  const { transactionId, amountCents, code, cardType, lastFour: cardLastFour } = approval;
  const validationHash = hashValidationNumber(sealer, drawId, createValidationNumber(sealer, key));
  const paid = { transactionId, amountCents, code, cardType, cardLastFour };
  return { drawId, orderId, gatewayOrderNumber, ...paid, validationHash, now } satisfies ApprovedPayment;
}

/** Leaves the order as it is: it was released before, or the caller releases it. */
async function recordRefusal(tx: Database, settlement: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const refused = createRefusalUpdate(attempt, outcome, now);
  const written = await writeAttempt(tx, key, attempt.state, refused);
  await writeEntry(tx, key, createSettlementEntry(getRefusalAction(refused), settlement, { reason: refused.reason }));
  return written;
}

async function scheduleLookup(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const written = await writeAttempt(tx, key, attempt.state, createPendingUpdate(attempt, outcome, now));
  await moveOrder(tx, key, { from: ["paying"], to: "unknown" });
  return written;
}

async function markMissing(tx: Database, settlement: Settlement): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const written = await writeAttempt(tx, key, attempt.state, createMissingUpdate(attempt, now));
  await writeEntry(tx, key, createSettlementEntry("payment-missing", settlement));
  await releaseOrder(tx, settlement);
  return written;
}

/** Returns the order to its buyer, or releases its tickets if its hold has ended. */
async function releaseOrder(tx: Database, { key, now }: Settlement): Promise<void> {
  const isReopened = await reopenOrder(tx, { ...key, now });
  const entry = { action: "expired", at: now, actor: systemActor } as const;
  if (!isReopened) await endOrder(tx, { ...key, from: ["paying", "unknown"], to: "expired", entry });
}

async function recordDecision(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<void> {
  const transactionId = outcome.kind === "approved" ? outcome.transactionId : null;
  await writeEntry(tx, key, {
    action: "payment-stated",
    at: now,
    actor: outcome.decidedBy ?? systemActor,
    detail: { attempt: attempt.attemptNumber, paid: transactionId !== null, transactionId },
  });
}

/** Logs the order's code, which gives no access. */
function logSettlement({ mode }: SettleContext, { step, settlement }: SettlementResult, outcome: Outcome): void {
  const { order, attempt, key } = settlement;
  const what = `Draw ${key.drawId}, order ${order.orderCode}, attempt ${attempt.attemptNumber}`;
  if (step === "refund" && outcome.kind === "approved") {
    const { amountCents, currency = "CAD" } = outcome;
    const why = findPaymentMismatch(outcome, attempt, mode) ?? `the order is ${order.status}`;
    const cents = `${amountCents} of ${attempt.amountCents} cents came in, in ${currency}: ${why}`;
    logFailure("A payment couldn't become numbers and is being refunded.", `${what}: ${cents}.`);
  }
  if (step !== "ignore" && outcome.kind === "reversed") {
    logFailure("A payment was refunded at the gateway.", `${what}: no numbers are issued.`);
  }
  if (outcome.decidedBy && step !== "ignore") logFailure("A payment was settled manually.", `${what}: ${step}.`);
  else if (step === "mark-missing")
    logFailure("The gateway has no record of a payment.", `${what}: the order is freed.`);
}
