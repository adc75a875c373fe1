import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readSale } from "@/lib/draws/read-sale";
import { findCaller } from "@/lib/limits/find-caller";
import { toCents } from "@/lib/money";
import { maximumAttempts } from "@/lib/orders/rules";
import { readOrderRecord } from "@/lib/orders/store";
import { findAttemptByToken } from "@/lib/orders/store.attempts";
import { deadlineFrom } from "@/lib/payments/reconcile/rules";
import type { PayOrderInput } from "@/lib/payments/schema";
import { findBrokenConstraint, withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseFor } from "@/lib/platform/http/reasons";
import { logRarely, markWithRequest } from "@/lib/platform/server/log";
import type { PaymentCall, PaymentRefusal } from "./check-payment";
import { checkPayment, createPaymentCall } from "./check-payment";
import type { Pause } from "./rules.pauses";
import { accountKeyOf, slowRules, trialRules } from "./rules.pauses";
import type { NewAttempt, OpenedAttempt, OpeningResult } from "./store";
import { openAttempt } from "./store";
import type { Payer } from "./store.pauses";

/** An attempt that only this call may charge, until its deadline. */
export type BegunPayment = OpenedAttempt & { call: PaymentCall; deadlineAt: Date };

/** If nothing was opened, `limit` makes the payer wait, the order could not be paid, or another call was faster. */
type Opening =
  | { ok: true; opened: BegunPayment }
  | { ok: true; opened: null; call: PaymentCall; limit: LimitRefusal | null };

export type LimitRefusal = Refusal<"too-many-declines" | "bank-not-answering">;

/** A further try is needed if the draw was redefined, or if the payer had to wait first. */
const maxTries = 5;

type OpeningTry = Omit<OpeningResult, "opened"> & { opened: BegunPayment | null };

/** The cached draw takes no cards, so the database was not queried. */
const notOpened: OpeningTry = { opened: null, pause: null, isCurrent: false };

/** Finds the attempt of this call after its answer was lost. */
async function findOwnAttempt(ctx: Context, attempt: NewAttempt): Promise<OpenedAttempt | null> {
  const row = await findAttemptByToken(ctx.db, attempt);
  if (row?.openedBy !== attempt.openedBy || row.state !== "sent") return null;
  const record = await readOrderRecord(ctx.db, attempt.drawId, attempt.orderId);
  if (!record) throw new Error("An order that is being paid cannot be read.");
  const { gatewayOrderNumber, attemptNumber, sentAt } = row;
  const { order, lines, soldBy } = record;
  return { gatewayOrderNumber, attemptNumber, sentAt, order, lines, soldBy };
}

/** After a lost connection the unique `openedBy` finds an attempt that was opened, so only this call charges it. */
async function openOnce(ctx: Context, attempt: NewAttempt): Promise<OpeningResult> {
  let answer: OpeningResult = { opened: null, pause: null, isCurrent: true };
  try {
    answer = await openAttempt(ctx.db, attempt);
    if (answer.opened) return answer;
  } catch (error) {
    const broken = findBrokenConstraint(error);
    if (broken === "payment_tries_trial") answer.pause = { kind: "outage", seconds: trialRules.answerSeconds };
    else if (!broken?.startsWith("payment_attempts")) throw error;
  }
  const ownAttempt = await findOwnAttempt(ctx, attempt);
  return ownAttempt ? { opened: ownAttempt, pause: null, isCurrent: true } : answer;
}

function payerOf(ctx: Context, { credentials }: PaymentCall): Payer {
  const account = accountKeyOf(ctx.sealer, credentials.merchantId);
  return { ...findCaller(ctx), account, merchant: ctx.actor.kind === "device" ? null : account };
}

async function tryToOpen(ctx: Context, call: PaymentCall, mayWait: boolean): Promise<OpeningTry> {
  const { key, source, newBuyer, credentials, ...rest } = call;
  const deadlineAt = deadlineFrom(ctx.now());
  const openedBy = markWithRequest(Buffer.from(ctx.random(16)).toString("base64url"));
  const attempt = {
    ...rest,
    drawId: key.instanceId,
    orderId: key.orderId,
    method: source.kind,
    buyer: newBuyer,
    openedBy,
    deadlineAt,
    payer: payerOf(ctx, call),
    mayWait,
    provider: credentials.provider,
    maximumCents: toCents(credentials.maximumAmount),
    maxAttempts: maximumAttempts,
    actor: toAuditActor(ctx.actor),
  };
  const { opened, ...answer } = await withRetry(ctx, () => openOnce(ctx, { ...attempt, now: ctx.now() }));
  return { ...answer, opened: opened && { ...opened, call, deadlineAt } };
}

function logSlowedPayments(drawId: string, scope: "merchant" | "network"): void {
  const network = "Buyers of a network with many payments under way wait before they pay";
  const merchant = `Draw ${drawId}: most cards of new buyers at its merchant account are declined, they wait before they pay`;
  logRarely(scope === "network" ? network : merchant);
}

function refuseForPause(drawId: string, pause: Exclude<Pause, { kind: "slowed" }>): LimitRefusal {
  if (pause.kind === "outage") {
    logRarely(
      `Draw ${drawId}: most charges on its merchant account get no answer, so only one buyer at a time can pay`,
    );
    return refuseFor("bank-not-answering", pause.seconds);
  }
  const scope = pause.scope === "wide" ? "wide network" : pause.scope;
  logRarely(`A limit refused payments of one ${scope} after declined cards`);
  return refuseFor("too-many-declines", pause.seconds);
}

/** A cached draw refuses nobody, as current data is read if nothing was opened. A slowed payer waits once. */
export async function beginPayment(ctx: Context, input: PayOrderInput): Promise<Opening | PaymentRefusal> {
  const { instanceId: drawId } = input;
  const cached = await withRetry(ctx, () => readSale(ctx, drawId, { isFresh: false }));
  let call = cached && createPaymentCall(ctx, input, cached);
  let mayWait = true;
  for (let tries = 1; ; tries += 1) {
    const { opened, pause, isCurrent } = call ? await tryToOpen(ctx, call, mayWait) : notOpened;
    if (opened) return { ok: true, opened };
    const checked = await withRetry(ctx, () => checkPayment(ctx, input, { isFresh: !isCurrent }));
    if (!checked.ok) return checked;
    call = checked.call;
    if (pause?.kind === "slowed") {
      logSlowedPayments(drawId, pause.scope);
      await ctx.wait(slowRules.waitMs);
      mayWait = false;
    } else if (isCurrent || tries >= maxTries) {
      return { ok: true, opened: null, call, limit: pause && refuseForPause(drawId, pause) };
    }
  }
}
