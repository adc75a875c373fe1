import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { OrderView } from "@/lib/orders/rules";
import { cards, tokenFor } from "@/tests/support/calls/buyer";

import type { Answer, BuyerCalls } from "./buyer-calls";

export type PurchaseResult = { email: string; order: OrderView } | { email: string; refusal: string };

/**
 * An attempt that a killed process opened but never sent is released after 15 minutes and a second lookup
 * (docs/design.md).
 */
const followTimeoutMs = 1_200_000;

const lines = [{ poolId: "main", packageId: "three", quantity: 1 }];
const attestations = { age: true, location: true, rules: true };

export async function buyTickets(
  calls: BuyerCalls,
  { instanceId, email, sandboxUrl }: { instanceId: string; email: string; sandboxUrl: string },
): Promise<PurchaseResult> {
  const token = await tokenFor(sandboxUrl, cards.slowApproved);
  const basket = { instanceId, lines, buyer: createBuyer(email), attestations, locale: "en" };
  const placed = await calls.callUntilAnswered("POST", "/api/orders", basket, { "idempotency-key": randomUUID() });
  const order = readOrder(placed);
  if (!order) return { email, refusal: `order: ${readRefusal(placed)}` };
  const paid = await calls.callUntilAnswered("POST", "/api/bambora/processPayment", createPayment(order, token, email));
  const isKnown = paid?.status === 200 && readOrder(paid)?.status === "finalized";
  const last = isKnown ? paid : await followPayment(calls, order);
  const latest = readOrder(last);
  if (latest?.status === "finalized") return { email, order: latest };
  return { email, refusal: `payment: ${readRefusal(paid)}, then ${latest?.status ?? readRefusal(last)}` };
}

function createBuyer(email: string) {
  return { name: "Rosalie Tremblay", email, phone: "4165550100", province: "ON", postalCode: "M5V 2T6" };
}

function createPayment({ instanceId, amount, orderId }: OrderView, token: string, email: string) {
  const billing = { name: "Rosalie Tremblay", province: "ON", country: "CA", email_address: email };
  const code = { code: token, name: "Rosalie Tremblay", complete: true };
  const payment = { amount, payment_method: "token", order_number: orderId, token: code, billing };
  return { instanceId, payment };
}

function readOrder(answer: Answer | null): OrderView | null {
  return (answer?.body.order as OrderView | undefined) ?? null;
}

function readRefusal(answer: Answer | null): string {
  return answer === null ? "no answer" : `${answer.status} ${String(answer.body.reason ?? "")}`;
}

async function followPayment(calls: BuyerCalls, { instanceId, orderId }: OrderView): Promise<Answer | null> {
  const deadline = Date.now() + followTimeoutMs;
  for (;;) {
    const answer = await calls.callUntilAnswered("GET", `/api/orders/${instanceId}/${orderId}`);
    const status = readOrder(answer)?.status ?? "";
    if (!["paying", "unknown"].includes(status) || Date.now() > deadline) return answer;
    await wait(1000);
  }
}
