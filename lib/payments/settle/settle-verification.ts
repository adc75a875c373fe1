import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { findMoneyMismatch } from "@/lib/draws/account/rules";
import { recordUnfitAccount } from "@/lib/draws/account/store";
import type { Approval } from "@/lib/gateways/payment/port";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import { chooseRefundMethod } from "@/lib/orders/rules.refunds";
import type { AttemptId, AttemptRow } from "@/lib/orders/store.attempts";
import { lockAttemptWithoutOrder, writeAttempt } from "@/lib/orders/store.attempts";
import { insertRefund } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { logFailure } from "@/lib/platform/server/log";
import type { Outcome, SettlementStep } from "./rules";
import { chooseStep, createMissingUpdate, createPendingUpdate, createRefusalUpdate } from "./rules";

type SettleContext = Pick<Context, "db" | "gateway" | "now" | "mode">;
type Captured = { amountCents: number; now: Date };

/** An approval waits for its refund, or is refunded immediately if its money doesn't fit the mode. */
export function settleVerification(ctx: SettleContext, name: AttemptId, outcome: Outcome): Promise<AttemptRow> {
  return ctx.db.transaction((tx) => settle(ctx, tx, name, outcome));
}

function createApprovalUpdate({ transactionId, code, amountCents }: Approval, now: Date) {
  return {
    state: "approved" as const,
    reason: null,
    gatewayTransactionId: transactionId,
    ...toCodeColumns(code),
    capturedCents: amountCents,
    answeredAt: now,
    lookupAt: null,
  };
}

/** A verification has no order and is refunded anyway, so any amount is accepted. */
function chooseAttemptUpdate(attempt: AttemptRow, step: SettlementStep, outcome: Outcome, now: Date) {
  if (step === "ignore") return null;
  if (outcome.kind === "approved") return createApprovalUpdate(outcome, now);
  if (step === "look-up-again") return createPendingUpdate(attempt, outcome, now);
  return step === "mark-missing" ? createMissingUpdate(attempt, now) : createRefusalUpdate(attempt, outcome, now);
}

/** Refunds money that doesn't fit the mode, and stops further charges of its account. */
async function refundUnfitMoney(
  { gateway }: SettleContext,
  tx: Database,
  attempt: AttemptRow,
  unfit: string,
  { amountCents, now }: Captured,
): Promise<void> {
  const { drawId, gatewayOrderNumber } = attempt;
  await recordUnfitAccount(tx, drawId, unfit, now);
  await insertRefund(tx, {
    drawId,
    orderId: null,
    gatewayOrderNumber,
    amountCents,
    now,
    lineNumbers: [],
    cause: "verification",
    method: chooseRefundMethod(gateway, { ...attempt, capturedCents: amountCents }, amountCents, now),
    requestedBy: "system",
    actor: systemActor,
  });
  logFailure("A payment doesn't fit the mode and is being refunded.", `Draw ${drawId}, a verification: ${unfit}.`);
}

async function settle(ctx: SettleContext, tx: Database, name: AttemptId, outcome: Outcome): Promise<AttemptRow> {
  const now = ctx.now();
  const attempt = await lockAttemptWithoutOrder(tx, name);
  if (!attempt) throw new Error("A verification that is to be settled cannot be read.");
  // A verification has no order, so its payment counts as one that is being paid.
  const step = chooseStep({ attempt, order: { status: "paying" }, mode: ctx.mode }, outcome);
  const change = chooseAttemptUpdate(attempt, step, outcome, now);
  if (!change) return attempt;
  const written = await writeAttempt(tx, name, attempt.state, change);
  const unfit = outcome.kind === "approved" ? findMoneyMismatch(outcome.money, ctx.mode) : null;
  if (outcome.kind === "approved" && unfit) await refundUnfitMoney(ctx, tx, attempt, unfit, { ...outcome, now });
  if (step === "mark-missing") {
    logFailure("The gateway has no record of a payment.", `Draw ${name.drawId}, a verification of Apple Pay.`);
  }
  return written;
}
