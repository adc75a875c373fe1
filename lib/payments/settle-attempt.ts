import "server-only";
import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import type { AttemptKey, AttemptRow, PaymentKey } from "@/lib/orders/store.attempts";
import { readAttempt, writeAttempt } from "@/lib/orders/store.attempts";
import { settlementEntry, writeEntry } from "@/lib/orders/store.audit";
import { lockOrder } from "@/lib/orders/store.locks";
import { endOrder, reopenOrder } from "@/lib/orders/store.release";
import type { Database } from "@/lib/platform/db/database";
import { brokenConstraint, recordWithRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import { finalizeOrder } from "./finalize-order";
import { findTransaction } from "./find-transaction";
import { refundSurplus } from "./refund-surplus";
import { missingAttempt, refusalActionOf, refusedAttempt, waitingAttempt } from "./rules.attempt-changes";
import type { Outcome, SettlementStep } from "./rules.settlement";
import { misfitOf, stepOf } from "./rules.settlement";
import type { Company } from "./settle-at-once";
import { settleAtOnce } from "./settle-at-once";
import { settleVerification } from "./settle-verification";
import type { SettledAttempt } from "./store.sell";
import type { Settlement } from "./store.settlement";
import { lockOpenSales, moveOrder } from "./store.settlement";

/** Returns an order whose payment failed to its buyer, or releases its tickets if its hold has ended. */
async function releaseOrder(tx: Database, { key, now }: Settlement): Promise<void> {
  const lives = await reopenOrder(tx, { ...key, now });
  const entry = { action: "expired", at: now, actor: systemActor } as const;
  if (!lives) await endOrder(tx, { ...key, from: ["paying", "unknown"], to: "expired", entry });
}

type Settler = Pick<Context, "db" | "gateway" | "now" | "sealer" | "wait" | "mode">;

/** Whether the draw of a late payment still sells: not read yet, it does and is locked, or no longer. */
type Sales = "unread" | "open" | "over";

/** Late numbers are issued well before sales end: a report right after the end must not miss them. */
const lateMarginMs = 60_000;

/** What breaks when late money finds no tickets left, or another payment of its order. */
const lateConstraints = new Set(["pools_capacity", "pools_jackpot", "payment_attempts_one_approved"]);

async function lockSettlement(tx: Database, key: AttemptKey, now: Date): Promise<Settlement> {
  const order = await lockOrder(tx, key);
  const attempt = await readAttempt(tx, key);
  if (!order || !attempt) throw new Error("An attempt that is to be settled cannot be read.");
  return { key, attempt, order, now };
}

/** Ends an attempt without money; its order was released before, or is released by the caller. */
async function refuseAttempt(tx: Database, settlement: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const known = refusedAttempt(attempt, outcome, now);
  const written = await writeAttempt(tx, key, attempt.state, known);
  await writeEntry(tx, key, settlementEntry(refusalActionOf(known), settlement, { reason: known.reason }));
  return written;
}

/** Keeps what is held until somebody knows. */
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

/** Who stated an attempt's outcome, and what they stated: beside the entry of the result. */
async function recordStatement(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<void> {
  const transactionId = outcome.kind === "approved" ? outcome.transactionId : null;
  await writeEntry(tx, key, {
    action: "payment-stated",
    at: now,
    actor: outcome.statedBy ?? systemActor,
    detail: { attempt: attempt.attemptNumber, paid: transactionId !== null, transactionId },
  });
}

/** What was done, by which facts, and what the attempt is after it. */
type Settled = { step: SettlementStep; settlement: Settlement; attempt: AttemptRow };

/** Gives the attempt as it then is. */
async function takeStep(
  ctx: Settler,
  tx: Database,
  step: SettlementStep,
  settlement: Settlement,
  outcome: Outcome,
): Promise<AttemptRow> {
  if (step === "wait" || step === "miss") return waitOn(tx, settlement, outcome);
  if (step === "free") return freeOrder(tx, settlement);
  if (step === "decline") return refuseAttempt(tx, settlement, outcome);
  if (step === "release") {
    const refused = await refuseAttempt(tx, settlement, outcome);
    await releaseOrder(tx, settlement);
    return refused;
  }
  if (outcome.kind !== "approved" || step === "keep") return settlement.attempt;
  const record = step === "surplus" ? refundSurplus : finalizeOrder;
  return record(ctx, tx, settlement, outcome);
}

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
    const isTaken = decided !== "keep" && (await findTransaction(ctx, tx, key, outcome)) !== null;
    const open = decided === "late" && sales !== "unread" && !sells ? "surplus" : decided;
    const step = isTaken ? "keep" : open;
    if (step === "late" && !sells) return { step, settlement, attempt };
    const known = await takeStep(ctx, tx, step, settlement, outcome);
    if (outcome.statedBy && step !== "keep") await recordStatement(tx, settlement, outcome);
    return { step, settlement, attempt: known };
  });
}

async function settleLate(ctx: Settler, key: AttemptKey, outcome: Outcome): Promise<Settled> {
  try {
    return await settleOnce(ctx, key, outcome, "open");
  } catch (error) {
    if (!lateConstraints.has(brokenConstraint(error) ?? "")) throw error;
    return settleOnce(ctx, key, outcome, "over");
  }
}

async function settle(ctx: Settler, key: AttemptKey, outcome: Outcome): Promise<Settled> {
  const settled = await settleOnce(ctx, key, outcome, "unread");
  return settled.step === "late" ? settleLate(ctx, key, outcome) : settled;
}

/** What somebody should know of an order; named by the order's code, which opens nothing. */
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
  if (outcome.statedBy && step !== "keep") logFailure("A payment was settled manually.", `${what}: ${step}.`);
  else if (step === "free") logFailure("The gateway has no record of a payment.", `${what}: the order is freed.`);
}

/** A payment without an order only becomes known; one of an order moves it. */
async function recordOutcome(
  ctx: Settler,
  { orderId, ...name }: PaymentKey,
  outcome: Outcome,
  company: Company,
): Promise<SettledAttempt> {
  if (orderId === null) return settleVerification(ctx, name, outcome);
  const key = { ...name, orderId };
  const known = await settleAtOnce(ctx, key, outcome, company);
  if (known) return known;
  const settled = await settle(ctx, key, outcome);
  report(ctx, settled, outcome);
  return settled.attempt;
}

/**
 * Records the outcome of an attempt, from its charge's answer or a lookup. Approved: the order gets numbers, or is
 * refunded if it can't. Refused: the order returns to its buyer, or is released if its hold has ended. Unknown, or a
 * statement with another payment's transaction: nothing changes until the outcome is known. The simple cases take one
 * statement, the others one transaction. What was already settled stays as it is, so this is retried after any failure;
 * if every attempt fails, the last error is thrown and the attempt is looked up at its deadline. Returns the attempt in
 * its new state.
 */
export function settleAttempt(
  ctx: Settler,
  key: PaymentKey,
  outcome: Outcome,
  company: Company = "together",
): Promise<SettledAttempt> {
  const record = () => recordOutcome(ctx, key, outcome, company);
  return recordWithRetry(ctx, "An outcome could not be recorded yet.", record);
}
