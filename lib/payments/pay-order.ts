import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/read-credentials";
import { whyNotOnSale } from "@/lib/draws/rules";
import { readDrawRecord } from "@/lib/draws/store";
import type { ChargeRequest } from "@/lib/gateways/bambora/gateway";
import { toCents } from "@/lib/money";
import { checkOperator } from "@/lib/orders/check-operator";
import { requireOrder } from "@/lib/orders/require-order";
import type { OrderView } from "@/lib/orders/rules";
import { isBeingPaid, statusAt } from "@/lib/orders/rules";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";
import type { OrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { findApprovedAttempt, findAttemptByToken, isWalletTokenUsed } from "@/lib/orders/store.attempts";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { chargeAttempt } from "./charge-attempt";
import type { PaymentCall } from "./check-payment";
import { checkPayment } from "./check-payment";
import { openPayment } from "./open-payment";
import { orderIdOf } from "./rules.sources";
import type { PayOrderInput } from "./schema.payments";

/** What became of a payment, with the order as it now is. */
export type Payment =
  | { ok: true; outcome: "paid"; transaction: { order_number: string; id: string }; order: OrderView }
  | { ok: true; outcome: "payment-in-progress" | "payment-unknown"; order: OrderView };

type Answer = Payment | Refusal;

async function answerPaid(ctx: Context, key: OrderKey, attempt: AttemptRow): Promise<Payment> {
  const transaction = { order_number: attempt.gatewayOrderNumber, id: attempt.gatewayTransactionId ?? "" };
  return { ok: true, outcome: "paid", transaction, order: await requireOrder(ctx, key) };
}

/** Answers a call about an attempt that was made before, by what is known of it now. */
async function answerAttempt(ctx: Context, key: OrderKey, attempt: AttemptRow): Promise<Answer> {
  if (attempt.state === "approved") return answerPaid(ctx, key, attempt);
  if (attempt.state === "declined") return refuse((attempt.reason ?? "declined") as RefusalReason);
  if (attempt.state === "missing") return refuse((attempt.reason ?? "payment-not-made") as RefusalReason);
  if (attempt.state === "surplus") return refuse("payment-returned");
  const outcome = attempt.state === "sent" ? "payment-in-progress" : "payment-unknown";
  return { ok: true, outcome, order: await requireOrder(ctx, key) };
}

/** Says why a reserved order was not taken into payment: its draw, one of its pools, its attempts, or who pays. */
async function explainReserved(ctx: Context, key: OrderKey, limit: Refusal | null): Promise<Answer> {
  const record = await readDrawRecord(ctx.db, key.instanceId);
  const now = await readNow(ctx.db, ctx.now());
  const stop = record && whyNotOnSale(record, now);
  if (stop && stop !== "sold-out" && stop !== "all-held") return refuse(stop);
  const order = await requireOrder(ctx, key);
  if (order.attemptsLeft === 0) return refuse("attempt-limit");
  const isCutOff = order.lines.some(({ poolId }) => {
    const cutOffAt = record?.pools.get(poolId)?.cutOffAt;
    return cutOffAt && cutOffAt <= now;
  });
  if (isCutOff) return refuse("second-draw-closed");
  // Otherwise another call's attempt was refused in between: the order is free again and may be paid.
  return limit ?? { ok: true, outcome: "payment-in-progress", order };
}

/** Says why no attempt was opened: the order is paid, being paid, over, its draw has closed, or `limit` tells it. */
async function explainNotOpened(
  ctx: Context,
  { key, tokenHash, source }: PaymentCall,
  limit: Refusal | null,
): Promise<Answer> {
  const { instanceId: drawId, orderId } = key;
  const order = await readOrderRow(ctx.db, drawId, orderId);
  if (!order) return refuse("order-not-found");
  const mine = await findAttemptByToken(ctx.db, { drawId, orderId, tokenHash });
  if (mine) return answerAttempt(ctx, key, mine);
  const approved = await findApprovedAttempt(ctx.db, drawId, orderId);
  if (approved && order.status === "finalized") return answerPaid(ctx, key, approved);
  if (isBeingPaid(order.status)) {
    const outcome = order.status === "paying" ? "payment-in-progress" : "payment-unknown";
    return { ok: true, outcome, order: await requireOrder(ctx, key) };
  }
  const status = statusAt(order, await readNow(ctx.db, ctx.now()));
  if (status !== "reserved") return refuse(refusalOfStatus(status));
  const isUsed = source.kind === "apple_pay" && (await isWalletTokenUsed(ctx.db, drawId, tokenHash));
  return isUsed ? refuse("apple-pay-token-used") : explainReserved(ctx, key, limit);
}

/**
 * Bambora takes 30 characters (docs/bambora.md, Payment fields): an address in full IPv6 is left out rather than
 * refused. That of a tablet is nobody's who pays: all buyers of a venue would look like one.
 */
function customerAddressOf({ actor }: Context): { customerAddress?: string } {
  const address = actor.kind === "buyer" ? actor.address : null;
  return address && address.length <= 30 ? { customerAddress: address } : {};
}

function toChargeRequest(ctx: Context, { order, source, billing }: PaymentCall, orderNumber: string): ChargeRequest {
  return {
    orderNumber,
    amountCents: order.amountCents,
    source,
    language: order.locale,
    billing,
    ...customerAddressOf(ctx),
  };
}

/** Checks who charges: what is charged at a terminal is charged by a device that may act on the order. */
async function checkCharger(ctx: Context, { instanceId, payment, atTerminal }: PayOrderInput): Promise<Refusal | null> {
  if (atTerminal && ctx.actor.kind !== "device") return refuse("device-required");
  return checkOperator(ctx, { instanceId, orderId: orderIdOf(payment) });
}

/**
 * Pays an order by whatever means: opens a durable attempt, charges it, and turns an approval into numbers. Whatever is
 * clicked, replayed or called at once, an order is charged at most once; the same token answers what it answered
 * before. Who charges is checked once, before: a device that is withdrawn in between has its payment settled as any
 * other. Refusals: `device-required`, those of `checkOperator` and `checkPayment`, what the order has become, why its
 * draw does not sell, `second-draw-closed`, `attempt-limit`, `too-many-declines`, `bank-not-answering`,
 * `payment-unavailable`, `amount-above-card-limit`, the gateway's refusals, and of a token whose payment the gateway
 * did not know or that goes back `payment-not-made` and `payment-returned`, of a wallet's that was sent for another
 * order `apple-pay-token-used`. An unknown outcome is an answer.
 */
export async function payOrder(ctx: Context, input: PayOrderInput): Promise<Answer> {
  const stop = await checkCharger(ctx, input);
  if (stop) return stop;
  const prepared = await withRetry(ctx, () => checkPayment(ctx, input));
  if (!prepared.ok) return prepared;
  const { call } = prepared;
  const credentials = await withRetry(ctx, () => readCredentials(ctx, call.key.instanceId, { toCharge: true }));
  if (!credentials) return refuse("payment-unavailable");
  // What was tried before is answered as it was; only what could still be charged is too much for a card.
  const isTooMuch = call.order.amountCents > toCents(credentials.maximumAmount);
  if (isTooMuch && call.order.status === "reserved") return refuse("amount-above-card-limit");
  const opening = await openPayment(ctx, call, credentials.merchantId);
  const opened = opening.ok ? opening.opened : null;
  if (!opened) return withRetry(ctx, () => explainNotOpened(ctx, call, opening.ok ? null : opening));
  const { gatewayOrderNumber, deadlineAt } = opened;
  const { instanceId: drawId, orderId } = call.key;
  const key = { drawId, orderId, gatewayOrderNumber };
  const request = toChargeRequest(ctx, call, gatewayOrderNumber);
  const attempt = await chargeAttempt(ctx, { key, credentials, request, deadlineAt });
  return answerAttempt(ctx, call.key, attempt);
}
