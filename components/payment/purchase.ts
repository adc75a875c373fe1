import { tabSessions } from "@/components/order-form/checkout-session";
import type { SessionStore } from "@/components/order-form/session-store";
import type { TokenizeResult } from "@/components/payment/card/card-fields";
import { toCents } from "@/lib/money";
import type { OrderRequest, OrderResult } from "@/lib/orders/client";
import { cancelOrder, extendOrder, placeOrder, readOrder } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderKey } from "@/lib/orders/schema";
import type { CardBilling, PaymentResult } from "@/lib/payments/client";
import { processPayment } from "@/lib/payments/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { CheckoutReason } from "./checkout-reasons";

export type OrderEvent =
  | { type: "restoring" }
  | { type: "placed"; order: OrderView }
  | { type: "payment-sent"; at: number }
  | { type: "paid"; order: OrderView }
  | { type: "payment-open"; order: OrderView }
  | { type: "answer-lost" }
  | { type: "refused"; reason: CheckoutReason; retryAfterSeconds?: number }
  | { type: "order-read"; order: OrderView }
  | { type: "extended"; order: OrderView }
  | { type: "cancelling" }
  | { type: "released" }
  | { type: "time-over" }
  | { type: "edited" };

export function toRefusedEvent({ reason, retryAfterSeconds }: CallRefusal): OrderEvent {
  return { type: "refused", reason, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

export function toAnswerEvent(type: "placed" | "paid" | "extended", answer: OrderResult): OrderEvent {
  return answer.ok ? { type, order: answer.order } : toRefusedEvent(answer);
}

/** `order` is the held order. If it is null, `request` reserves one first. */
export type Purchase = {
  drawId: string;
  order: OrderView | null;
  request: OrderRequest;
  shownCents: number;
  tokenize: () => Promise<TokenizeResult>;
  billing: CardBilling | null;
  charge?: typeof processPayment;
  dispatch: (event: OrderEvent) => void;
  onFieldProblems: (fields: FieldProblem[]) => void;
};

const endedStatuses = new Set<string>(["expired", "cancelled"]);

function isKeyUsed(answer: OrderResult): boolean {
  return answer.ok ? endedStatuses.has(answer.order.status) : answer.reason === "idempotency-key-reused";
}

/** After a lost answer, or a failure of the server itself, the call may or may not have been carried out. */
export function isConclusive(answer: { ok: true } | CallRefusal): boolean {
  return answer.ok || (answer.reason !== "unreachable" && (answer.status ?? 500) < 500);
}

/** Reserves through `place` under the session's key. By default, `place` is a buyer's in this tab. */
export async function reserveTickets(
  drawId: string,
  request: OrderRequest,
  place: typeof placeOrder = placeOrder,
  sessions: SessionStore = tabSessions,
): Promise<OrderResult> {
  // Stored first, so that a call after a lost answer uses the same key.
  const { idempotencyKey } = sessions.change(drawId, {});
  const first = await place(request, idempotencyKey);
  const answer = isKeyUsed(first) ? await place(request, sessions.renew(drawId).idempotencyKey) : first;
  if (isConclusive(answer))
    sessions.change(drawId, { answered: true, orderId: answer.ok ? answer.order.orderId : null });
  return answer;
}

/** These charged nothing, although their status is 503. */
const unchargedReasons = new Set<string>([
  "payment-unavailable",
  "bank-not-answering",
  "apple-pay-unavailable",
  "app-check-unavailable",
]);

export function toPaymentEvent(answer: PaymentResult): OrderEvent {
  if (answer.ok) return { type: answer.isPaid ? "paid" : "payment-open", order: answer.order };
  const isKnown = isConclusive(answer) || unchargedReasons.has(answer.reason);
  if (isKnown && answer.reason !== "unreachable") return toRefusedEvent(answer);
  console.error("A payment was not answered.", answer.status ?? "no status");
  return { type: "answer-lost" };
}

async function pay(purchase: Purchase, order: OrderView, token: string): Promise<void> {
  const { drawId, request, billing, charge = processPayment, dispatch, onFieldProblems } = purchase;
  dispatch({ type: "payment-sent", at: serverNow() });
  const name = order.buyer?.name ?? billing?.name ?? request.buyer?.name ?? "";
  const key = { instanceId: drawId, orderId: order.orderId };
  const payment = { ...key, amount: order.amount, token, name, ...(billing ? { billing } : {}) };
  const answer = await charge(payment);
  const event = toPaymentEvent(answer);
  dispatch(event);
  if (!answer.ok && billing) onFieldProblems(answer.fields);
  if (event.type !== "refused" || event.reason !== "amount-mismatch") return;
  const latest = await readOrder(key);
  if (latest.ok) dispatch({ type: "order-read", order: latest.order });
}

/**
 * Reserves and tokenises at once, then pays. Requires `submitted`. Every outcome is an event. After a lost answer,
 * there is no second payment.
 */
export async function runPurchase(purchase: Purchase): Promise<void> {
  const { drawId, order: heldOrder, request, shownCents, tokenize, dispatch, onFieldProblems } = purchase;
  const tokenRequest = tokenize();
  const reservation: OrderResult = heldOrder ? { ok: true, order: heldOrder } : await reserveTickets(drawId, request);
  if (reservation.ok && !heldOrder) dispatch({ type: "placed", order: reservation.order });
  const tokenizeResult = await tokenRequest;
  if (!reservation.ok) {
    dispatch(toRefusedEvent(reservation));
    return onFieldProblems(reservation.fields);
  }
  const { order } = reservation;
  if (order.status !== "reserved") return;
  if (toCents(order.amount) !== shownCents) return dispatch({ type: "refused", reason: "amount-mismatch" });
  if (tokenizeResult.ok) return pay(purchase, order, tokenizeResult.token);
  console.error("The card was not tokenised.", tokenizeResult.reason);
  dispatch({ type: "refused", reason: tokenizeResult.reason });
}

export async function releaseOrder(key: OrderKey): Promise<OrderEvent> {
  const answer = await cancelOrder(key);
  const isOver = answer.ok || answer.reason === "order-expired" || answer.reason === "order-not-found";
  return isOver ? { type: "released" } : { type: "refused", reason: answer.reason };
}

export async function extendHold(key: OrderKey): Promise<OrderEvent> {
  return toAnswerEvent("extended", await extendOrder(key));
}
