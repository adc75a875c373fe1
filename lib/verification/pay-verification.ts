import "server-only";

import { createHash } from "node:crypto";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { canTakeMoney } from "@/lib/draws/account/rules";
import { readDrawRecord } from "@/lib/draws/store";
import type { ChargeRequest, PaymentAccount, Provider } from "@/lib/gateways/payment/port";
import { toDollars } from "@/lib/money";
import type { AttemptId } from "@/lib/orders/store.attempts";
import { isWalletTokenUsed } from "@/lib/orders/store.attempts";
import { chargeAttempt } from "@/lib/payments/pay/pay-order";
import { toBilling } from "@/lib/payments/pay/rules";
import { getDeadline } from "@/lib/payments/reconcile/rules";
import type { ApplePayPaymentInput } from "@/lib/payments/schema";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { markWithRequest } from "@/lib/platform/server/log";
import type { VerificationPayment } from "./rules.verification";
import { toVerificationPayment, verificationCents } from "./rules.verification";
import { findVerification, insertVerification, readVerification } from "./store";

export type PaidVerification = { ok: true; payment: VerificationPayment };

type VerificationName = AttemptId & { tokenHash: string };

/** For verifiers only. The attempt is stored before the gateway is called. A number or token never charges twice. */
export async function payVerification(ctx: Context, input: ApplePayPaymentInput): Promise<PaidVerification | Refusal> {
  const checked = await withRetry(ctx, () => checkVerification(ctx, input));
  if (!checked.ok) return checked;
  const { instanceId: drawId, payment } = input;
  const tokenHash = createHash("sha256").update(payment.apple_pay.payment_token).digest("base64url");
  const name: VerificationName = { drawId, gatewayOrderNumber: payment.order_number, tokenHash };
  const deadlineAt = getDeadline(ctx.now());
  const openedBy = markWithRequest(Buffer.from(ctx.random(16)).toString("base64url"));
  const { provider } = checked.credentials;
  if (await withRetry(ctx, () => openOnce(ctx, name, { provider, openedBy, deadlineAt }))) {
    const key = { drawId, orderId: null, gatewayOrderNumber: name.gatewayOrderNumber };
    const request = toChargeRequest(input, checked.merchantId, name);
    await chargeAttempt(ctx, { key, credentials: checked.credentials, request, deadlineAt });
  }
  return withRetry(ctx, () => readVerificationResult(ctx, name));
}

async function checkVerification(
  ctx: Context,
  { instanceId, payment }: ApplePayPaymentInput,
): Promise<{ ok: true; credentials: PaymentAccount; merchantId: string } | Refusal> {
  if (ctx.actor.kind !== "verifier") return refuse("verification-session-required");
  if (!ctx.applePay) return refuse("apple-pay-unavailable");
  if (payment.amount !== toDollars(verificationCents)) return refuse("amount-mismatch");
  const record = await readDrawRecord(ctx.db, instanceId);
  if (!record) return refuse("draw-not-found");
  const credentials = canTakeMoney(record.draw, ctx.mode) ? await readCredentials(ctx, instanceId) : null;
  if (!credentials) return refuse("payment-unavailable");
  return { ok: true, credentials, merchantId: ctx.applePay.merchantId };
}

/** Returns true if this call wrote the attempt and so alone may charge, even if its connection broke after writing. */
async function openOnce(
  ctx: Context,
  name: VerificationName,
  opening: { provider: Provider; openedBy: string; deadlineAt: Date },
): Promise<boolean> {
  const attempt = { ...name, ...opening, amountCents: verificationCents, now: ctx.now() };
  if (await insertVerification(ctx.db, attempt)) return true;
  const existing = await findVerification(ctx.db, name);
  return existing?.openedBy === opening.openedBy && existing.state === "sent";
}

async function readVerificationResult(ctx: Context, name: VerificationName): Promise<PaidVerification | Refusal> {
  const existing = await findVerification(ctx.db, name);
  if (!existing && (await isWalletTokenUsed(ctx.db, name.drawId, name.tokenHash)))
    return refuse("apple-pay-token-used");
  const rows = existing && (await readVerification(ctx.db, existing));
  if (!rows) throw new Error("A verification that was just written cannot be read.");
  const payment = toVerificationPayment(rows);
  if (payment.state === "declined") return refuse((payment.reason ?? "declined") as RefusalReason);
  if (payment.state === "missing") return refuse((payment.reason ?? "payment-not-made") as RefusalReason);
  return { ok: true, payment };
}

function toChargeRequest(
  { payment }: ApplePayPaymentInput,
  merchantId: string,
  { gatewayOrderNumber: orderNumber }: VerificationName,
): ChargeRequest {
  return {
    orderNumber,
    amountCents: verificationCents,
    source: { kind: "apple_pay", merchantId, paymentToken: payment.apple_pay.payment_token },
    language: "en",
    billing: toBilling(null, payment.billing),
  };
}
