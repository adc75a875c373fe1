import type { Adjustment } from "@/lib/gateways/bambora/gateway";

type Refund = {
  gatewayOrderNumber: string;
  state: string;
  method: string;
  amountCents: number;
  gatewayTransactionId: string | null;
};

/** What the gateway gave back of a payment, and the refunds of its order. */
export type Reversal = { adjustments: readonly Adjustment[]; refunds: readonly Refund[] };

function sumCents(rows: readonly { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * What went back of the payment of `refund` by none of our refunds: the money, and the rows that none of them names.
 */
function findUnclaimed({ gatewayOrderNumber }: Refund, { adjustments, refunds }: Reversal) {
  const done = refunds.filter((other) => other.gatewayOrderNumber === gatewayOrderNumber && other.state === "done");
  const named = new Set(done.map(({ gatewayTransactionId }) => gatewayTransactionId));
  const rows = adjustments.filter(({ transactionId }) => !named.has(transactionId));
  return { cents: sumCents(adjustments) - sumCents(done), rows };
}

/**
 * The return or void that an open refund may have made: of its kind and amount, and of money that no other refund
 * claims.
 */
export function findLikeRefund(refund: Refund, given: Reversal): Adjustment | null {
  const { cents, rows } = findUnclaimed(refund, given);
  const like = rows.find(({ kind, amountCents }) => kind === refund.method && amountCents === refund.amountCents);
  return cents >= refund.amountCents ? (like ?? null) : null;
}

/**
 * What gave all the money of a refused refund back at the gateway, in whatever way and parts; null unless all of it is
 * back and no other refund claims it. A void leaves nothing to return and a return nothing to void, so any row tells
 * the way.
 */
export function findMadeElsewhere(refund: Refund, given: Reversal): Adjustment | null {
  const { cents, rows } = findUnclaimed(refund, given);
  return cents >= refund.amountCents ? (rows.at(-1) ?? given.adjustments.at(-1) ?? null) : null;
}
