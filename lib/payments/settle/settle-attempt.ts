import "server-only";
import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { Approval } from "@/lib/gateways/payment/gateway";
import { endOrder, reopenOrder } from "@/lib/orders/holds/store";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import type { AttemptKey, AttemptRow, PaymentKey } from "@/lib/orders/store.attempts";
import { lockOrder, readAttempt, writeAttempt } from "@/lib/orders/store.attempts";
import { settlementEntry, writeEntry } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { brokenConstraint, recordWithRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { refundSurplus } from "./refund-surplus";
import type { Outcome, SettlementStep } from "./rules";
import { misfitOf, missingAttempt, refusalActionOf, refusedAttempt, stepOf, waitingAttempt } from "./rules";
import { settleVerification } from "./settle-verification";
import type { ApprovedPayment, SettledAttempt } from "./store";
import { settleAlone, settlePayments, settleTogether } from "./store";
import type { Settlement } from "./store.outcomes";
import {
  listDrawsOfTransaction,
  lockOpenSales,
  lockTransaction,
  moveOrder,
  refuseOpenAttempt,
  retakeTickets,
} from "./store.outcomes";

type Settler = Pick<Context, "db" | "gateway" | "now" | "sealer" | "wait" | "mode">;

/**
 * Whether an approved payment waits for others of its draw, to be settled in a batch. One that is being looked up goes
 * alone: others may be writing about it too.
 */
export type Company = "together" | "alone";

/**
 * Records the outcome of an attempt, from its charge's answer or a lookup. Approved: the order gets numbers, or is
 * refunded if it can't. Refused: the order returns to its buyer, or is released if its hold has ended. Unknown, or a
 * person's decision with another payment's transaction: nothing changes until the outcome is known. The simple cases
 * take one statement (`settleAtOnce`), the others one transaction (`settleUnderLock`); both sell by the same statement.
 * What was already settled stays as it is, so this is retried after any failure; if every attempt fails, the last error
 * is thrown and the attempt is looked up at its deadline. Returns the attempt in its new state.
 */
export function settleAttempt(
  ctx: Settler,
  { orderId, ...name }: PaymentKey,
  outcome: Outcome,
  company: Company = "together",
): Promise<SettledAttempt> {
  return recordWithRetry(ctx, "An outcome could not be recorded yet.", async () => {
    if (orderId === null) return settleVerification(ctx, name, outcome);
    const key = { ...name, orderId };
    return (await settleAtOnce(ctx, key, outcome, company)) ?? settleUnderLock(ctx, key, outcome);
  });
}

/**
 * The simple path: an approval as requested, for an order that is being paid, and a decline for an order whose hold is
 * live. In any other case it returns null and writes nothing.
 */
export async function settleAtOnce(
  ctx: Omit<Settler, "wait">,
  key: AttemptKey,
  outcome: Outcome,
  company: Company,
): Promise<SettledAttempt | null> {
  if (outcome.decidedBy) return null;
  const now = ctx.now();
  if (outcome.kind === "refused") {
    return refuseOpenAttempt(ctx.db, key, refusedAttempt({ state: "sent" }, outcome, now), now);
  }
  // The statement compares the requested amount.
  if (outcome.kind !== "approved" || misfitOf(outcome, outcome, ctx.mode)) return null;
  const settle = company === "alone" ? settleAlone : settleTogether;
  return settle(ctx.db, toApproved(ctx, key, outcome, now));
}

/** The full path: late money, money that fits no order, outcomes that a person decided or that nobody knows yet. */
async function settleUnderLock(ctx: Settler, key: AttemptKey, outcome: Outcome): Promise<SettledAttempt> {
  const first = await settleOnce(ctx, key, outcome, "unread");
  const settled = first.step === "late" ? await settleLate(ctx, key, outcome) : first;
  report(ctx, settled, outcome);
  return settled.attempt;
}

/** What was done, by which facts, and what the attempt is after it. */
type Settled = { step: SettlementStep; settlement: Settlement; attempt: SettledAttempt };

/** Whether the draw of a late payment still sells: not read yet, it does and is locked, or no longer. */
type Sales = "unread" | "open" | "over";

/** Late numbers are issued well before sales end: a report right after the end must not miss them. */
const lateMarginMs = 60_000;

/**
 * One transaction. Locks the draw, then the order; late money with `sales` unread is returned as `late` and not
 * settled.
 */
function settleOnce(ctx: Settler, key: AttemptKey, outcome: Outcome, sales: Sales): Promise<Settled> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const until = new Date(now.getTime() + lateMarginMs);
    const sells = sales === "open" && (await lockOpenSales(tx, key, until));
    const settlement = await lockSettlement(tx, key, now);
    const { attempt, order } = settlement;
    const decided = stepOf({ attempt, order, mode: ctx.mode }, outcome);
    const isTaken = decided !== "keep" && (await isTransactionTaken(ctx, tx, key, outcome));
    const open = decided === "late" && sales !== "unread" && !sells ? "surplus" : decided;
    const step = isTaken ? "keep" : open;
    if (step === "late" && !sells) return { step, settlement, attempt };
    const settled = await takeStep(ctx, tx, step, settlement, outcome);
    if (outcome.decidedBy && step !== "keep") await recordDecision(tx, settlement, outcome);
    return { step, settlement, attempt: settled };
  });
}

/** What breaks when late money finds no tickets left, or another payment of its order. */
const lateConstraints = new Set(["pools_capacity", "pools_jackpot", "payment_attempts_one_approved"]);

async function settleLate(ctx: Settler, key: AttemptKey, outcome: Outcome): Promise<Settled> {
  try {
    return await settleOnce(ctx, key, outcome, "open");
  } catch (error) {
    if (!lateConstraints.has(brokenConstraint(error) ?? "")) throw error;
    return settleOnce(ctx, key, outcome, "over");
  }
}

async function lockSettlement(tx: Database, key: AttemptKey, now: Date): Promise<Settlement> {
  const order = await lockOrder(tx, key);
  const attempt = await readAttempt(tx, key);
  if (!order || !attempt) throw new Error("An attempt that is to be settled cannot be read.");
  return { key, attempt, order, now };
}

/**
 * Whether another payment of the same merchant account has the transaction that a person names as proof of payment.
 * Nobody else can name it until `tx` ends.
 */
async function isTransactionTaken(
  { sealer }: Settler,
  tx: Database,
  attempt: AttemptKey,
  outcome: Outcome,
): Promise<boolean> {
  if (!outcome.decidedBy || outcome.kind !== "approved") return false;
  await lockTransaction(tx, outcome.transactionId);
  const drawIds = await listDrawsOfTransaction(tx, outcome.transactionId, attempt);
  if (drawIds.length === 0 || drawIds.includes(attempt.drawId)) return drawIds.length > 0;
  const merchantOf = async (drawId: string) => (await readCredentials({ db: tx, sealer }, drawId))?.merchantId;
  const merchantId = await merchantOf(attempt.drawId);
  for (const drawId of drawIds) if ((await merchantOf(drawId)) === merchantId) return true;
  return false;
}

async function takeStep(
  ctx: Settler,
  tx: Database,
  step: SettlementStep,
  settlement: Settlement,
  outcome: Outcome,
): Promise<SettledAttempt> {
  if (step === "wait" || step === "miss") return waitOn(tx, settlement, outcome);
  if (step === "free") return freeOrder(tx, settlement);
  if (step === "decline") return refuseAttempt(tx, settlement, outcome);
  if (step === "release") {
    const refused = await refuseAttempt(tx, settlement, outcome);
    await releaseOrder(tx, settlement);
    return refused;
  }
  if (outcome.kind !== "approved" || step === "keep") return settlement.attempt;
  if (step === "surplus") return refundSurplus(ctx, tx, settlement, outcome);
  return settleLocked(ctx, tx, settlement, outcome);
}

/** Throws on a pool's broken constraint when a late payment finds no tickets. */
async function settleLocked(
  ctx: Settler,
  tx: Database,
  { key, attempt, order, now }: Settlement,
  approval: Approval,
): Promise<SettledAttempt> {
  // An order that is over has given its tickets back.
  if (order.status === "expired" || order.status === "cancelled") await retakeTickets(tx, key);
  const from = { states: [attempt.state], statuses: [order.status] };
  const [settled] = await settlePayments(tx, [toApproved(ctx, key, approval, now)], from);
  if (!settled) throw new Error("An approved payment found its order in no state to be finalized.");
  // More may have happened to the order since the attempt was opened than its call knows: it is read again.
  const { sold: _sold, ...written } = settled;
  return written;
}

function toApproved({ sealer }: Pick<Settler, "sealer">, key: AttemptKey, approval: Approval, now: Date) {
  const { drawId, orderId, gatewayOrderNumber } = key;
  const { transactionId, amountCents, code, cardType, lastFour: cardLastFour } = approval;
  const validationHash = hashValidationNumber(sealer, drawId, validationNumberOf(sealer, key));
  const paid = { transactionId, amountCents, code, cardType, cardLastFour };
  return { drawId, orderId, gatewayOrderNumber, ...paid, validationHash, now } satisfies ApprovedPayment;
}

/** Ends an attempt without money; its order was released before, or is released by the caller. */
async function refuseAttempt(tx: Database, settlement: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const refused = refusedAttempt(attempt, outcome, now);
  const written = await writeAttempt(tx, key, attempt.state, refused);
  await writeEntry(tx, key, settlementEntry(refusalActionOf(refused), settlement, { reason: refused.reason }));
  return written;
}

/** Everything stays held until the outcome is known. */
async function waitOn(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const written = await writeAttempt(tx, key, attempt.state, waitingAttempt(attempt, outcome, now));
  await moveOrder(tx, key, { from: ["paying"], to: "unknown" });
  return written;
}

/** Two lookups found nothing: the order is released. */
async function freeOrder(tx: Database, settlement: Settlement): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const written = await writeAttempt(tx, key, attempt.state, missingAttempt(attempt, now));
  await writeEntry(tx, key, settlementEntry("payment-missing", settlement));
  await releaseOrder(tx, settlement);
  return written;
}

/** Returns an order whose payment failed to its buyer, or releases its tickets if its hold has ended. */
async function releaseOrder(tx: Database, { key, now }: Settlement): Promise<void> {
  const lives = await reopenOrder(tx, { ...key, now });
  const entry = { action: "expired", at: now, actor: systemActor } as const;
  if (!lives) await endOrder(tx, { ...key, from: ["paying", "unknown"], to: "expired", entry });
}

/** Who decided what, beside the audit entry of the result. */
async function recordDecision(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<void> {
  const transactionId = outcome.kind === "approved" ? outcome.transactionId : null;
  await writeEntry(tx, key, {
    action: "payment-stated",
    at: now,
    actor: outcome.decidedBy ?? systemActor,
    detail: { attempt: attempt.attemptNumber, paid: transactionId !== null, transactionId },
  });
}

/** Logs what an operator of the service has to know; the order is named by its code, which opens nothing. */
function report({ mode }: Settler, { step, settlement }: Settled, outcome: Outcome): void {
  const { order, attempt, key } = settlement;
  const what = `Draw ${key.drawId}, order ${order.orderCode}, attempt ${attempt.attemptNumber}`;
  if (step === "surplus" && outcome.kind === "approved") {
    const { amountCents, currency = "CAD" } = outcome;
    const why = misfitOf(outcome, attempt, mode) ?? `the order is ${order.status}`;
    const cents = `${amountCents} of ${attempt.amountCents} cents came in, in ${currency}: ${why}`;
    logFailure("A payment couldn't become numbers and is being refunded.", `${what}: ${cents}.`);
  }
  if (step !== "keep" && outcome.kind === "given-back") {
    logFailure("A payment was refunded at the gateway.", `${what}: no numbers are issued.`);
  }
  if (outcome.decidedBy && step !== "keep") logFailure("A payment was settled manually.", `${what}: ${step}.`);
  else if (step === "free") logFailure("The gateway has no record of a payment.", `${what}: the order is freed.`);
}
