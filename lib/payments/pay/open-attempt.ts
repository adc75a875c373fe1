import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readSellableDraw } from "@/lib/draws/read-sellable-draw";
import { findCaller } from "@/lib/limits/find-caller";
import { toCents } from "@/lib/money";
import { maxAttempts } from "@/lib/orders/rules";
import { readOrderRecord } from "@/lib/orders/store";
import { findAttemptByToken } from "@/lib/orders/store.attempts";
import { getDeadline } from "@/lib/payments/reconcile/rules";
import type { PayOrderInput } from "@/lib/payments/schema";
import { findBrokenConstraint, withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseFor } from "@/lib/platform/http/reasons";
import { logRarely, markWithRequest } from "@/lib/platform/server/log";
import type { PaymentRefusal, PreparedPayment } from "./check-payment";
import { checkPayment, preparePayment } from "./check-payment";
import type { Pause } from "./rules.pauses";
import { createAccountKey, slowdownRules, trialRules } from "./rules.pauses";
import type { InsertAttemptResult, InsertedAttempt, NewAttempt } from "./store";
import { insertAttempt } from "./store";
import type { Payer } from "./store.tries";

/** Only the call that opened the attempt may charge it, and only until `deadlineAt`. */
export type OpenedAttempt = InsertedAttempt & { payment: PreparedPayment; deadlineAt: Date };

export type PauseRefusal = Refusal<"too-many-declines" | "bank-not-answering">;

/**
 * `attempt` is null if the payer must wait (`pause`), the order can't be paid, or another call opened an attempt first.
 */
type OpenAttemptResult =
  | { ok: true; attempt: OpenedAttempt }
  | { ok: true; attempt: null; payment: PreparedPayment; pause: PauseRefusal | null };

/** Another try follows if the draw was redefined in the meantime, or after the payer was slowed down. */
const maxTries = 5;

/** Tries with the cached draw first, and reads the current one before it refuses. A slowed payer waits once. */
export async function openAttempt(ctx: Context, input: PayOrderInput): Promise<OpenAttemptResult | PaymentRefusal> {
  const { instanceId: drawId } = input;
  const cachedSale = await withRetry(ctx, () => readSellableDraw(ctx, drawId, { isFresh: false }));
  let payment = cachedSale && preparePayment(ctx, input, cachedSale);
  let hasWaited = false;
  for (let tries = 1; ; tries += 1) {
    // `payment` is null if the cached draw takes no cards. The cached draw may be outdated.
    const { attempt, pause, isCurrent } = payment
      ? await tryToOpen(ctx, payment, hasWaited)
      : { attempt: null, pause: null, isCurrent: false };
    if (attempt) return { ok: true, attempt };
    const checked = await withRetry(ctx, () => checkPayment(ctx, input, { isFresh: !isCurrent }));
    if (!checked.ok) return checked;
    payment = checked.payment;
    if (pause?.kind === "slowed") {
      logSlowedPayments(drawId, pause.scope);
      await ctx.wait(slowdownRules.waitMs);
      hasWaited = true;
    } else if (isCurrent || tries >= maxTries) {
      return { ok: true, attempt: null, payment, pause: pause && refuseForPause(drawId, pause) };
    }
  }
}

async function tryToOpen(
  ctx: Context,
  payment: PreparedPayment,
  hasWaited: boolean,
): Promise<Omit<InsertAttemptResult, "attempt"> & { attempt: OpenedAttempt | null }> {
  const { key, source, newBuyer, credentials, ...rest } = payment;
  const deadlineAt = getDeadline(ctx.now());
  const newAttempt = {
    ...rest,
    drawId: key.instanceId,
    orderId: key.orderId,
    method: source.kind,
    buyer: newBuyer,
    openedBy: markWithRequest(Buffer.from(ctx.random(16)).toString("base64url")),
    deadlineAt,
    payer: createPayer(ctx, payment),
    hasWaited,
    provider: credentials.provider,
    maximumCents: toCents(credentials.maximumAmount),
    maxAttempts,
    actor: toAuditActor(ctx.actor),
  };
  const { attempt, ...result } = await withRetry(ctx, () => insertOnce(ctx, { ...newAttempt, now: ctx.now() }));
  return { ...result, attempt: attempt && { ...attempt, payment, deadlineAt } };
}

function createPayer(ctx: Context, { credentials }: PreparedPayment): Payer {
  const account = createAccountKey(ctx.sealer, credentials.merchantId);
  return { ...findCaller(ctx), account, merchant: ctx.actor.kind === "device" ? null : account };
}

/**
 * Safe to repeat after a lost connection: if the statement was committed, the attempt is found by `openedBy`, which is
 * unique to this call.
 */
async function insertOnce(ctx: Context, newAttempt: NewAttempt): Promise<InsertAttemptResult> {
  let result: InsertAttemptResult = { attempt: null, pause: null, isCurrent: true };
  try {
    result = await insertAttempt(ctx.db, newAttempt);
    if (result.attempt) return result;
  } catch (error) {
    const broken = findBrokenConstraint(error);
    if (broken === "payment_tries_trial") result.pause = { kind: "outage", seconds: trialRules.answerTimeoutSeconds };
    else if (!broken?.startsWith("payment_attempts")) throw error;
  }
  const ownAttempt = await findOwnAttempt(ctx, newAttempt);
  return ownAttempt ? { attempt: ownAttempt, pause: null, isCurrent: true } : result;
}

/** The attempt that this call inserted before the connection was lost. */
async function findOwnAttempt(ctx: Context, newAttempt: NewAttempt): Promise<InsertedAttempt | null> {
  const row = await findAttemptByToken(ctx.db, newAttempt);
  if (row?.openedBy !== newAttempt.openedBy || row.state !== "sent") return null;
  const record = await readOrderRecord(ctx.db, newAttempt.drawId, newAttempt.orderId);
  if (!record) throw new Error("An order that is being paid cannot be read.");
  const { gatewayOrderNumber, attemptNumber, sentAt } = row;
  const { order, lines, soldBy } = record;
  return { gatewayOrderNumber, attemptNumber, sentAt, order, lines, soldBy };
}

function logSlowedPayments(drawId: string, scope: "merchant" | "network"): void {
  const network = "Buyers of a network with many payments under way wait before they pay";
  const merchant = `Draw ${drawId}: most cards of new buyers at its merchant account are declined, they wait before they pay`;
  logRarely(scope === "network" ? network : merchant);
}

function refuseForPause(drawId: string, pause: Exclude<Pause, { kind: "slowed" }>): PauseRefusal {
  if (pause.kind === "outage") {
    logRarely(
      `Draw ${drawId}: most charges on its merchant account get no answer, so only one buyer at a time can pay`,
    );
    return refuseFor("bank-not-answering", pause.seconds);
  }
  const scope = pause.scope === "wideNetwork" ? "wide network" : pause.scope;
  logRarely(`A limit refused payments of one ${scope} after declined cards`);
  return refuseFor("too-many-declines", pause.seconds);
}
