import "server-only";

import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import { authorizeEverywhere, checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { ListedPayment, Provider } from "@/lib/gateways/payment/port";
import { getUnrefundedCents, isLive, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import { chooseRefundMethod, listLatestAttempts, toRefundState } from "@/lib/orders/rules.refunds";
import type { AttemptId } from "@/lib/orders/store.attempts";
import { lockAttemptWithoutOrder } from "@/lib/orders/store.attempts";
import { insertRefund, listPaymentRefunds } from "@/lib/orders/store.refunds";
import { findBrokenConstraint, withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { sendRefund } from "@/lib/refunds/send-refund";
import type { Merchant } from "./list-merchants";
import { listMerchants } from "./list-merchants";
import { isOurNumber } from "./rules.captures";
import { findRestore } from "./rules.lost";
import { findRecordedAttempts } from "./store.captures";
import { listCheckedDraws } from "./store.days";
import { findLostPayment, insertLostPayment, isOrderOpen, listRestores } from "./store.lost";

export type LostRefund = { ok: true; outcome: "refunded" | "refund-under-way"; amountCents: number };

type FoundCapture = { drawId: string; provider: Provider; capture: ListedPayment; remainingCents: number };

/** These constraints fail if another call has just written the same refund. */
const duplicateConstraints = new Set(["refunds_one_open", "refunds_verification_once"]);

/**
 * Refunds a capture whose row was lost by a recorded restore. For admins with `settle` and a fresh passkey. The gateway
 * gets one refund, however often this runs.
 */
export async function refundLostPayment(ctx: Context, orderNumber: string): Promise<LostRefund | Refusal> {
  const refused = authorizeEverywhere(ctx.actor, "settle") ?? checkFreshPasskey(ctx.actor);
  if (refused) return refused;
  if (!isOurNumber(orderNumber)) return refuse("invalid-input", [{ field: "number", problem: "malformed" }]);
  const facts = await findRecordedAttempts(ctx.db, [orderNumber]);
  // Read after the attempts, because another call may have written it in between.
  const recorded = await findLostPayment(ctx.db, orderNumber);
  if (recorded) {
    await withRetry(ctx, () => reopenRefund(ctx, recorded));
    return followRefund(ctx, recorded);
  }
  if (facts.size > 0) return refuse("payment-not-open");
  if (await isOrderOpen(ctx.db, orderNumber.replace(/^AP/, "").slice(0, 26))) return refuse("order-being-paid");
  const restores = await listRestores(ctx.db);
  if (restores.length === 0) return refuse("payment-not-lost");
  const result = await findAtGateway(ctx, orderNumber);
  if ("ok" in result) return result;
  if (!findRestore(restores, result.capture.at)) return refuse("payment-not-lost");
  if (result.remainingCents <= 0) {
    // Another call may have refunded the payment in the meantime.
    const written = await findLostPayment(ctx.db, orderNumber);
    return written ? followRefund(ctx, written) : refuse("payment-returned");
  }
  await writeRefundOnce(ctx, orderNumber, result);
  return followRefund(ctx, { drawId: result.drawId, gatewayOrderNumber: orderNumber });
}

/** Draws may share an account. Always taking the first keeps a payment from being written for two of them. */
function getFirstDraw({ draws }: Merchant): string {
  return draws.map(({ drawId }) => drawId).sort()[0] ?? "";
}

async function findCapture(
  ctx: Context,
  merchant: Merchant,
  orderNumber: string,
): Promise<FoundCapture | "none" | "no-answer"> {
  const first = new Date(Math.min(...merchant.draws.map(({ since }) => since.getTime())));
  const [from, to] = [daysAfter(first, -1), daysAfter(ctx.now(), 1)];
  for (const credentials of merchant.credentials) {
    const list = await listPayments(ctx, credentials, { from, to, orderNumber });
    if (list.kind === "unreachable") return "no-answer";
    if (list.kind !== "listed") continue;
    const sums = sumCaptures(list.payments);
    // Contradictory rows of one transaction don't tell how much is left.
    if (sums.conflicts.length > 0) return "no-answer";
    const capture = sums.captures.find(isLive) ?? sums.captures[0];
    if (!capture) return "none";
    const { provider } = credentials;
    return { drawId: getFirstDraw(merchant), provider, capture, remainingCents: getUnrefundedCents(sums) };
  }
  return "no-answer";
}

async function findAtGateway(ctx: Context, orderNumber: string): Promise<FoundCapture | Refusal> {
  const { merchants, unavailable } = await listMerchants(ctx, await listCheckedDraws(ctx.db));
  let isUnanswered = unavailable.length > 0;
  for (const merchant of merchants) {
    const result = await findCapture(ctx, merchant, orderNumber);
    if (typeof result !== "string") return result;
    isUnanswered ||= result === "no-answer";
  }
  return refuse(isUnanswered ? "bank-not-answering" : "not-found");
}

/** Stores the payment as surplus money, together with its refund. */
async function writeRefund(
  ctx: Context,
  orderNumber: string,
  { drawId, provider, capture, remainingCents }: FoundCapture,
): Promise<void> {
  const now = ctx.now();
  const actor = toAuditActor(ctx.actor);
  const sentAt = capture.at ?? now;
  const { amountCents, transactionId } = capture;
  const method = orderNumber.startsWith("AP") ? "apple_pay" : "token";
  const name = { drawId, gatewayOrderNumber: orderNumber };
  await ctx.db.transaction(async (tx) => {
    if (
      !(await insertLostPayment(tx, {
        ...name,
        provider,
        method,
        amountCents,
        remainingCents,
        transactionId,
        sentAt,
        now,
      }))
    )
      return;
    await insertRefund(tx, {
      ...name,
      orderId: null,
      lineNumbers: [],
      cause: "surplus",
      method: chooseRefundMethod(
        ctx.gateway,
        { provider, method, sentAt, capturedCents: amountCents },
        remainingCents,
        now,
      ),
      amountCents: remainingCents,
      requestedBy: "admin",
      actor,
      now,
    });
    const detail = { number: orderNumber, amountCents: remainingCents };
    await writeChainEntry(tx, drawId, { action: "payment-lost", at: now, actor, detail });
  });
}

async function writeRefundOnce(ctx: Context, orderNumber: string, result: FoundCapture): Promise<void> {
  try {
    await withRetry(ctx, () => writeRefund(ctx, orderNumber, result));
  } catch (error) {
    if (!duplicateConstraints.has(findBrokenConstraint(error) ?? "")) throw error;
  }
}

/** A repeated request retries a refund that was declined. */
async function reopenRefund(ctx: Context, name: AttemptId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const attempt = await lockAttemptWithoutOrder(tx, name);
    const refused = listLatestAttempts(await listPaymentRefunds(tx, name)).at(-1);
    if (!attempt || refused?.state !== "refused") return;
    const { cause, lineNumbers, amountCents } = refused;
    const actor = toAuditActor(ctx.actor);
    const again = { orderId: null, lineNumbers, cause, method: "return", amountCents } as const;
    await insertRefund(tx, { ...name, ...again, requestedBy: "admin", actor, now: ctx.now() });
  });
}

async function followRefund(ctx: Context, name: AttemptId): Promise<LostRefund | Refusal> {
  const { drawId } = name;
  const waiting = (await listPaymentRefunds(ctx.db, name)).find(({ state }) => state === "pending");
  if (waiting) await sendRefund(ctx, { drawId, orderId: null, refundNumber: waiting.refundNumber });
  const refund = listLatestAttempts(await withRetry(ctx, () => listPaymentRefunds(ctx.db, name))).at(-1);
  if (!refund) throw new Error("The refund of a lost payment cannot be read.");
  const state = toRefundState(refund.state);
  if (state === "refused") return refuse((refund.reason ?? "refund-refused") as RefusalReason);
  const outcome = state === "done" ? "refunded" : "refund-under-way";
  return { ok: true, outcome, amountCents: refund.amountCents };
}
