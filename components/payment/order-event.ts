import type { OrderView } from "@/lib/orders/rules";
import type { OrderAnswer } from "@/lib/payments/client";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { CheckoutReason } from "./checkout-reasons";

/** What can happen to the order of a purchase, whoever sells it and however it is paid. */
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

/** What a refusal makes of an order: with the time to try again, where it tells one. */
export function refusedBy({ reason, retryAfterSeconds }: CallRefusal): OrderEvent {
  return { type: "refused", reason, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** What the answer to a call makes of an order: `type` where the call went through. */
export function eventOfAnswer(type: "placed" | "paid" | "extended", answer: OrderAnswer): OrderEvent {
  return answer.ok ? { type, order: answer.order } : refusedBy(answer);
}
