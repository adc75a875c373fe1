import type { ListedPayment } from "@/lib/gateways/payment/gateway";

/**
 * Money of one draw at the gateway, in cents: `refundedCents` by refunds' own rows, `markedCents` as its payments are
 * marked.
 */
export type DrawMoney = {
  captures: number;
  capturedCents: number;
  refunds: number;
  refundedCents: number;
  markedCents: number;
};

/** Money at the gateway by draw; under null what belongs to no draw that we know. */
export type GatewayMoney = Map<string | null, DrawMoney>;

function sumOf(money: GatewayMoney, drawId: string | null): DrawMoney {
  const none: DrawMoney = { captures: 0, capturedCents: 0, refunds: 0, refundedCents: 0, markedCents: 0 };
  const sum = money.get(drawId) ?? none;
  money.set(drawId, sum);
  return sum;
}

/** A payment or a refund as we have it; in cents. */
export type OwnMoney = { kind: "payment" | "refund"; drawId: string; amountCents: number };

/** Adds a payment or a refund as we have it. */
export function addOwnMoney(money: GatewayMoney, { kind, drawId, amountCents }: OwnMoney): void {
  const sum = sumOf(money, drawId);
  sum.captures += kind === "payment" ? 1 : 0;
  sum.capturedCents += kind === "payment" ? amountCents : 0;
  sum.refunds += kind === "refund" ? 1 : 0;
  sum.refundedCents += kind === "refund" ? amountCents : 0;
}

/** Adds one row of the report. */
export function addMoney(money: GatewayMoney, drawId: string | null, payment: ListedPayment): void {
  const { kind, approved, amountCents, returnedCents, voided } = payment;
  if (!approved || kind === "other") return;
  const sum = sumOf(money, drawId);
  if (kind === "capture") {
    sum.captures += 1;
    sum.capturedCents += amountCents;
    sum.markedCents += returnedCents + (voided ? amountCents : 0);
  } else if (!voided) {
    sum.refunds += 1;
    sum.refundedCents += amountCents;
  }
}

/**
 * Sums over all draws, in cents. Whether a gateway marks payments, writes rows, or both, is not certain: the larger
 * counts.
 */
export function totalMoney(money: GatewayMoney): { capturedCents: number; refundedCents: number } {
  const all = [...money.values()];
  const sum = (of: (draw: DrawMoney) => number) => all.reduce((total, draw) => total + of(draw), 0);
  return {
    capturedCents: sum(({ capturedCents }) => capturedCents),
    refundedCents: sum(({ markedCents, refundedCents }) => Math.max(markedCents, refundedCents)),
  };
}
