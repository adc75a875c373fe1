import type { ListedPayment } from "@/lib/gateways/payment/port";

/**
 * The report shows refunds twice: as rows (`refundedCents`) and as amounts on the original payment (`markedCents`). The
 * larger counts.
 */
export type DrawMoney = {
  captures: number;
  capturedCents: number;
  refunds: number;
  refundedCents: number;
  markedCents: number;
};

/** Sums by draw. Null is an unknown draw. */
export type GatewayMoney = Map<string | null, DrawMoney>;

function getDrawSum(money: GatewayMoney, drawId: string | null): DrawMoney {
  const none: DrawMoney = { captures: 0, capturedCents: 0, refunds: 0, refundedCents: 0, markedCents: 0 };
  const sum = money.get(drawId) ?? none;
  money.set(drawId, sum);
  return sum;
}

export type OwnMoney = { kind: "payment" | "refund"; drawId: string; amountCents: number };

export function addOwnMoney(money: GatewayMoney, { kind, drawId, amountCents }: OwnMoney): void {
  const sum = getDrawSum(money, drawId);
  sum.captures += kind === "payment" ? 1 : 0;
  sum.capturedCents += kind === "payment" ? amountCents : 0;
  sum.refunds += kind === "refund" ? 1 : 0;
  sum.refundedCents += kind === "refund" ? amountCents : 0;
}

export function addMoney(money: GatewayMoney, drawId: string | null, payment: ListedPayment): void {
  const { kind, approved, amountCents, returnedCents, voided } = payment;
  if (!approved || kind === "other") return;
  const sum = getDrawSum(money, drawId);
  if (kind === "capture") {
    sum.captures += 1;
    sum.capturedCents += amountCents;
    sum.markedCents += returnedCents + (voided ? amountCents : 0);
  } else if (!voided) {
    sum.refunds += 1;
    sum.refundedCents += amountCents;
  }
}

/** The gateway may mark refunded payments, add rows for refunds, or both, so the larger sum counts. */
export function totalMoney(money: GatewayMoney): { capturedCents: number; refundedCents: number } {
  const all = [...money.values()];
  const sum = (of: (draw: DrawMoney) => number) => all.reduce((total, draw) => total + of(draw), 0);
  return {
    capturedCents: sum(({ capturedCents }) => capturedCents),
    refundedCents: sum(({ markedCents, refundedCents }) => Math.max(markedCents, refundedCents)),
  };
}
