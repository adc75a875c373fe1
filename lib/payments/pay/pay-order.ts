import "server-only";
import type { Context } from "@/lib/context";
import type { NotOnSaleReason } from "@/lib/draws/rules";
import { findNotOnSaleReason, isAllTaken } from "@/lib/draws/rules";
import { readDrawRecord } from "@/lib/draws/store";
import { chargePayment } from "@/lib/gateways/payment/charge-payment";
import type { ChargeOutcome, ChargeRefusal, ChargeRequest, PaymentAccount } from "@/lib/gateways/payment/port";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import { projectOrder, requireOrder } from "@/lib/orders/read-order";
import type { OrderView, StatusRefusal } from "@/lib/orders/rules";
import { getStatusAt, getStatusRefusal, isBeingPaid } from "@/lib/orders/rules";
import type { OrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import type { PaymentKey } from "@/lib/orders/store.attempts";
import { findApprovedAttempt, findAttemptByToken, isWalletTokenUsed } from "@/lib/orders/store.attempts";
import type { PaymentInput, PayOrderInput } from "@/lib/payments/schema";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import type { SettledAttempt } from "@/lib/payments/settle/store.approvals";
import { isQueueFull } from "@/lib/payments/settle/store.approvals";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseForNow } from "@/lib/platform/http/reasons";
import type { PaymentRefusal, PreparedPayment } from "./check-payment";
import type { OpenedAttempt, PauseRefusal } from "./open-attempt";
import { openAttempt } from "./open-attempt";
import { getCustomerCode, getOrderId, toBilling } from "./rules";

export type Payment =
  | { ok: true; outcome: "paid"; transaction: { order_number: string; id: string }; order: OrderView }
  | { ok: true; outcome: "payment-in-progress" | "payment-unknown"; order: OrderView };

type PayRefusal =
  | (PaymentRefusal | PauseRefusal | OperatorRefusal | StatusRefusal)
  | Refusal<NotOnSaleReason | ChargeRefusal>
  | Refusal<"device-required" | "invalid-input" | "service-unavailable" | "second-draw-closed" | "attempt-limit">
  | Refusal<"payment-not-made" | "payment-returned" | "apple-pay-unavailable" | "apple-pay-token-used">;

type PayResult = Payment | PayRefusal;

/** Another try follows if a concurrent call's attempt, which blocked this one, was refused in the meantime. */
const maxTries = 3;

/** Charges an order at most once, however often or concurrently it is called. The same token gets the same answer. */
export async function payOrder(ctx: Context, input: PayOrderInput): Promise<PayResult> {
  const refusal = (await checkCharger(ctx, input)) ?? checkPaymentSource(ctx, input);
  if (refusal) return refusal;
  const drawId = input.instanceId;
  // At a tablet, the operator and the buyer are waiting, so a full queue refuses only browsers.
  if (ctx.actor.kind !== "device" && isQueueFull(ctx.db, drawId)) return refuseForNow(ctx);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await openAttempt(ctx, input);
    if (!result.ok) return result;
    if (result.attempt) return chargeOpenedAttempt(ctx, input, result.attempt);
    const { payment, pause } = result;
    const answer = await withRetry(ctx, () => explainUnopened(ctx, payment, pause));
    if (answer) return answer;
  }
  return refuseForNow(ctx);
}

/** A charge at a terminal needs a device that may act on the order. */
async function checkCharger(
  ctx: Context,
  { instanceId, payment, atTerminal }: PayOrderInput,
): Promise<OperatorRefusal | Refusal<"device-required"> | null> {
  if (atTerminal && ctx.actor.kind !== "device") return refuse("device-required");
  return checkOperator(ctx, { instanceId, orderId: getOrderId(payment) });
}

function checkPaymentSource(
  { applePay }: Context,
  { payment }: PayOrderInput,
): Refusal<"apple-pay-unavailable" | "invalid-input"> | null {
  if (payment.payment_method === "apple_pay" && !applePay) return refuse("apple-pay-unavailable");
  if (!isForeignProfile(payment)) return null;
  return refuse("invalid-input", [{ field: "payment.payment_profile.customer_code", problem: "malformed" }]);
}

/** A stored card may only pay the order that it was stored for. */
function isForeignProfile(payment: PaymentInput): boolean {
  if (payment.payment_method !== "payment_profile") return false;
  return payment.payment_profile.customer_code !== getCustomerCode(getOrderId(payment));
}

async function chargeOpenedAttempt(ctx: Context, input: PayOrderInput, opened: OpenedAttempt): Promise<PayResult> {
  const { gatewayOrderNumber, deadlineAt, payment } = opened;
  const key = { drawId: input.instanceId, orderId: payment.key.orderId, gatewayOrderNumber };
  const request = toChargeRequest(ctx, input, opened);
  const attempt = await chargeAttempt(ctx, { key, credentials: payment.credentials, request, deadlineAt });
  return toPayResult(ctx, payment.key, attempt, opened);
}

function toChargeRequest(ctx: Context, input: PayOrderInput, opened: OpenedAttempt): ChargeRequest {
  const { order, gatewayOrderNumber: orderNumber, payment } = opened;
  return {
    orderNumber,
    amountCents: order.amountCents,
    source: payment.source,
    language: order.locale,
    billing: toBilling(order.buyer, input.payment.billing),
    ...getCustomerIp(ctx),
  };
}

/** The gateway takes at most 30 characters (docs/bambora.md, Payment fields). A tablet's address isn't the payer's. */
function getCustomerIp({ actor }: Context): { customerIp?: string } {
  const ipAddress = actor.kind === "buyer" ? actor.ipAddress : null;
  return ipAddress && ipAddress.length <= 30 ? { customerIp: ipAddress } : {};
}

export type AttemptToCharge = {
  key: PaymentKey;
  credentials: PaymentAccount;
  request: ChargeRequest;
  deadlineAt: Date;
};

/** Nothing was sent, and no other process may charge the attempt, so nothing was captured. */
const notSent: ChargeOutcome = { kind: "refused", reason: "payment-unavailable", code: null, transactionId: null };

export async function chargeAttempt(ctx: Context, attempt: AttemptToCharge): Promise<SettledAttempt> {
  const { key, credentials, request, deadlineAt } = attempt;
  // Past the deadline, other processes may have given up on the attempt.
  const isLate = ctx.now() >= deadlineAt;
  const outcome = isLate ? notSent : await chargePayment(ctx, credentials, request);
  return settleAttempt(ctx, key, outcome);
}

/** `opened` is null if another call opened the attempt. */
async function toPayResult(
  ctx: Context,
  key: OrderKey,
  attempt: SettledAttempt,
  opened: OpenedAttempt | null = null,
): Promise<PayResult> {
  if (attempt.state === "approved") return toPayment(ctx, key, attempt, opened);
  if (attempt.state === "declined") return refuse((attempt.reason ?? "declined") as ChargeRefusal);
  if (attempt.state === "missing")
    return refuse((attempt.reason ?? "payment-not-made") as ChargeRefusal | "payment-not-made");
  if (attempt.state === "surplus") return refuse("payment-returned");
  const outcome = attempt.state === "sent" ? "payment-in-progress" : "payment-unknown";
  return { ok: true, outcome, order: await requireOrder(ctx, key) };
}

async function toPayment(
  ctx: Context,
  key: OrderKey,
  attempt: SettledAttempt,
  opened: OpenedAttempt | null = null,
): Promise<Payment> {
  const transaction = { order_number: attempt.gatewayOrderNumber, id: attempt.gatewayTransactionId ?? "" };
  const order = projectSoldOrder(ctx, attempt, opened) ?? (await requireOrder(ctx, key));
  return { ok: true, outcome: "paid", transaction, order };
}

function projectSoldOrder(ctx: Context, { sold }: SettledAttempt, opened: OpenedAttempt | null): OrderView | null {
  // An order with earlier attempts may also have refunds, so it must be read again.
  if (!sold || opened?.attemptNumber !== 1) return null;
  const { lines, soldBy, sentAt, payment } = opened;
  const { ranges, ...sale } = sold;
  const attempts = [{ method: payment.source.kind, state: "approved" as const, sentAt }];
  const order = { ...opened.order, ...sale, status: "finalized" as const };
  return projectOrder({ order, lines, soldBy, ranges, attempts, refunds: [] }, ctx);
}

/** Null if the order can be paid now. */
async function explainUnopened(
  ctx: Context,
  { key, tokenHash, source }: PreparedPayment,
  pause: PauseRefusal | null,
): Promise<PayResult | null> {
  const { instanceId: drawId, orderId } = key;
  const order = await readOrderRow(ctx.db, drawId, orderId);
  if (!order) return refuse("order-not-found");
  const mine = await findAttemptByToken(ctx.db, { drawId, orderId, tokenHash });
  if (mine) return toPayResult(ctx, key, mine);
  const approved = await findApprovedAttempt(ctx.db, drawId, orderId);
  if (approved && order.status === "finalized") return toPayment(ctx, key, approved);
  if (isBeingPaid(order.status)) {
    const outcome = order.status === "paying" ? "payment-in-progress" : "payment-unknown";
    return { ok: true, outcome, order: await requireOrder(ctx, key) };
  }
  const status = getStatusAt(order, await readNow(ctx.db, ctx.now()));
  if (status !== "reserved") return refuse(getStatusRefusal(status));
  const isUsed = source.kind === "apple_pay" && (await isWalletTokenUsed(ctx.db, drawId, tokenHash));
  return isUsed ? refuse("apple-pay-token-used") : explainReserved(ctx, key, pause);
}

/** Null if the order can be paid now, because a concurrent call's attempt was refused in the meantime. */
async function explainReserved(ctx: Context, key: OrderKey, pause: PauseRefusal | null): Promise<PayRefusal | null> {
  const record = await readDrawRecord(ctx.db, key.instanceId);
  const now = await readNow(ctx.db, ctx.now());
  const reason = record && findNotOnSaleReason(record, now);
  if (reason && !isAllTaken(reason)) return refuse(reason);
  const order = await requireOrder(ctx, key);
  if (order.attemptsLeft === 0) return refuse("attempt-limit");
  const isCutOff = order.lines.some(({ poolId }) => {
    const cutOffAt = record?.pools.get(poolId)?.cutOffAt;
    return cutOffAt && cutOffAt <= now;
  });
  return isCutOff ? refuse("second-draw-closed") : pause;
}
