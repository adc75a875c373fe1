import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import { checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { chooseRefundMethod } from "@/lib/orders/rules.refunds";
import type { AttemptId } from "@/lib/orders/store.attempts";
import { lockAttemptWithoutOrder } from "@/lib/orders/store.attempts";
import { insertRefund } from "@/lib/orders/store.refunds";
import { findBrokenConstraint, withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { sendRefund } from "@/lib/refunds/send-refund";
import type { VerificationPayment } from "./rules.verification";
import { toVerificationPayment } from "./rules.verification";
import { readVerification } from "./store";

export type RefundedVerification = { ok: true; payment: VerificationPayment };

/** These constraints fail if a refund of the money is open or done. */
const duplicateConstraints = new Set(["refunds_one_open", "refunds_verification_once"]);

/** For verifiers only. However often it is called, the gateway gets one refund. After a refusal it may be repeated. */
export async function refundVerification(ctx: Context, name: AttemptId): Promise<RefundedVerification | Refusal> {
  if (ctx.actor.kind !== "verifier") return refuse("verification-session-required");
  const stale = checkFreshPasskey(ctx.actor);
  if (stale) return stale;
  const verification = await withRetry(ctx, () => readVerification(ctx.db, name));
  if (!verification) return refuse("not-found");
  if (verification.attempt.state !== "approved") return refuse("order-not-paid");
  const refundNumber = await withRetry(ctx, () => openRefund(ctx, name));
  if (refundNumber) await sendRefund(ctx, { drawId: name.drawId, orderId: null, refundNumber });
  const rows = await withRetry(ctx, () => readVerification(ctx.db, name));
  if (!rows) throw new Error("A verification that was just refunded cannot be read.");
  const payment = toVerificationPayment(rows);
  const { refund } = payment;
  return refund?.state === "refused"
    ? refuse((refund.reason ?? "refund-refused") as RefusalReason)
    : { ok: true, payment };
}

/** The payment's lock keeps the number unique, because refunds are numbered by their count. */
function insertUnderLock(ctx: Context, name: AttemptId): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const attempt = await lockAttemptWithoutOrder(tx, name);
    if (!attempt) throw new Error("A verification to refund cannot be read.");
    const { drawId, gatewayOrderNumber, capturedCents, amountCents } = attempt;
    const now = ctx.now();
    const cents = capturedCents ?? amountCents;
    return insertRefund(tx, {
      drawId,
      orderId: null,
      gatewayOrderNumber,
      amountCents: cents,
      now,
      lineNumbers: [],
      cause: "verification",
      method: chooseRefundMethod(ctx.gateway, { ...attempt, capturedCents: cents }, cents, now),
      requestedBy: "admin",
      actor: toAuditActor(ctx.actor),
    });
  });
}

/** Returns null if a refund of the money is open or done. */
async function openRefund(ctx: Context, name: AttemptId): Promise<string | null> {
  try {
    return await insertUnderLock(ctx, name);
  } catch (error) {
    if (duplicateConstraints.has(findBrokenConstraint(error) ?? "")) return null;
    throw error;
  }
}
