import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { findCaller } from "@/lib/limits/find-caller";
import { maximumAttempts } from "@/lib/orders/rules";
import { findAttemptByToken } from "@/lib/orders/store.attempts";
import { brokenConstraint, withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseFor } from "@/lib/platform/http/reasons";
import { logRarely, markWithRequest } from "@/lib/platform/server/log";
import type { PaymentCall } from "./check-payment";
import type { Pause } from "./rules.declines";
import { slowRules } from "./rules.declines";
import { accountKeyOf, trialRules } from "./rules.outages";
import { deadlineFrom } from "./rules.reconcile-schedule";
import { openAttempt } from "./store.attempts";
import type { Payer } from "./store.declines";

/** An attempt that this call alone may charge, until its deadline. */
export type OpenedPayment = { gatewayOrderNumber: string; deadlineAt: Date };

/** What became of opening one; both are null where the order itself could not be paid, or somebody else was quicker. */
type Opening = { opened: OpenedPayment | null; pause: Pause | null };

/**
 * How an attempt is opened: by which call, until when it may be charged, for whom, and whether that one has yet to
 * wait.
 */
type Opener = { openedBy: string; deadlineAt: Date; payer: Payer; mayWait: boolean };

/**
 * Tried again after a lost connection: an attempt that it had opened then is found again by `openedBy`, which no other
 * call has, so that this call alone goes on to charge it.
 */
async function openOnce(ctx: Context, call: PaymentCall, opener: Opener): Promise<Opening> {
  const { key, tokenHash, source, newBuyer } = call;
  const attempt = { drawId: key.instanceId, orderId: key.orderId, tokenHash, method: source.kind, buyer: newBuyer };
  const { openedBy, deadlineAt } = opener;
  const opening = {
    ...attempt,
    ...opener,
    maxAttempts: maximumAttempts,
    now: ctx.now(),
    actor: auditActorOf(ctx.actor),
  };
  let pause: Pause | null = null;
  try {
    const answer = await openAttempt(ctx.db, opening);
    const { gatewayOrderNumber } = answer;
    if (gatewayOrderNumber) return { opened: { gatewayOrderNumber, deadlineAt }, pause: null };
    pause = answer.pause;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === "payment_tries_trial") pause = { kind: "outage", seconds: trialRules.answerSeconds };
    else if (!broken?.startsWith("payment_attempts")) throw error;
  }
  const found = await findAttemptByToken(ctx.db, attempt);
  return found?.openedBy === openedBy && found.state === "sent"
    ? { opened: found, pause: null }
    : { opened: null, pause };
}

function payerOf(ctx: Context, merchantId: string): Payer {
  const account = accountKeyOf(ctx.sealer, merchantId);
  return { ...findCaller(ctx), account, merchant: ctx.actor.kind === "device" ? null : account };
}

function reportSlowed(drawId: string, scope: "merchant" | "network"): void {
  const network = "Buyers of a network with many payments under way wait before they pay";
  const merchant = `Draw ${drawId}: most cards of new buyers at its merchant account are declined, they wait before they pay`;
  logRarely(scope === "network" ? network : merchant);
}

function refuseForPause(drawId: string, pause: Exclude<Pause, { kind: "slowed" }>): Refusal {
  if (pause.kind === "outage") {
    logRarely(`Draw ${drawId}: most charges of its merchant account are not answered, one buyer at a time tries`);
    return refuseFor("bank-not-answering", pause.seconds);
  }
  logRarely(`A limit refused payments of one ${pause.scope} after declined cards`);
  return refuseFor("too-many-declines", pause.seconds);
}

/**
 * Opens an attempt for the account of `merchantId`. A payer whose cards were declined too often is refused as
 * `too-many-declines`, and all but one at a time while the gateway does not answer for the account as
 * `bank-not-answering`; both are told when to try again. One who is slowed waits here once, without a connection. Gives
 * null where the order cannot be paid, or somebody else was quicker with it or with this token.
 */
export async function openPayment(
  ctx: Context,
  call: PaymentCall,
  merchantId: string,
): Promise<{ ok: true; opened: OpenedPayment | null } | Refusal> {
  const payer = payerOf(ctx, merchantId);
  const open = (mayWait: boolean) => {
    const deadlineAt = deadlineFrom(ctx.now());
    const openedBy = markWithRequest(Buffer.from(ctx.random(16)).toString("base64url"));
    return withRetry(ctx, () => openOnce(ctx, call, { openedBy, deadlineAt, payer, mayWait }));
  };
  let opening = await open(true);
  if (opening.pause?.kind === "slowed") {
    reportSlowed(call.key.instanceId, opening.pause.scope);
    await ctx.wait(slowRules.waitMs);
    opening = await open(false);
  }
  const { opened, pause } = opening;
  return pause && pause.kind !== "slowed" ? refuseForPause(call.key.instanceId, pause) : { ok: true, opened };
}
