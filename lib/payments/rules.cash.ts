import type { OrderStatus } from "@/lib/orders/rules";
import { statusAt } from "@/lib/orders/rules";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";
import type { RefusalReason } from "@/lib/platform/http/reasons";

/** How a cash payment is marked among the attempts; an order has one at most. */
export const cashMethod = "cash";

/** What decides whether cash can be taken; amounts in cents, `givenCents` null if the cash given wasn't entered. */
export type CashFacts = {
  order: { status: OrderStatus; expiresAt: Date; amountCents: number; hasBuyer: boolean };
  /** Whether the draw and every pool of the order sell now. */
  sells: boolean;
  /** Whether the draw takes cash, and whether it takes it without a buyer's name. */
  allowsCash: boolean;
  allowsAnonymous: boolean;
  givenCents: number | null;
};

/** Why no cash may be taken; `not-on-sale` is for the draw to explain. */
export type CashStop = RefusalReason | "not-on-sale";

/** Decides at `now` whether cash may be taken for an order; null when it may. */
export function whyNoCash(facts: CashFacts, now: Date): CashStop | null {
  const { order, sells, givenCents } = facts;
  const status = statusAt(order, now);
  if (status !== "reserved") return refusalOfStatus(status);
  if (!sells) return "not-on-sale";
  if (!facts.allowsCash) return "cash-not-accepted";
  if (!order.hasBuyer && !facts.allowsAnonymous) return "buyer-required";
  return givenCents !== null && givenCents < order.amountCents ? "cash-too-little" : null;
}

/** True for cash that lies in the drawer of this device: what it took itself. */
export function isOwnCash(attempt: { method: string; deviceId: string | null }, deviceId: string | null): boolean {
  return attempt.method === cashMethod && attempt.deviceId !== null && attempt.deviceId === deviceId;
}

/** The change handed to the buyer; null if the cash given wasn't entered. */
export function changeOf(amountCents: number, givenCents: number | null): number | null {
  return givenCents === null ? null : givenCents - amountCents;
}
