import type { Adjustment } from "@/lib/gateways/payment/gateway";

type Refund = {
  gatewayOrderNumber: string;
  state: string;
  method: string;
  amountCents: number;
  gatewayTransactionId: string | null;
};

/**
 * What the gateway gave back of a payment, and the refunds of its order; `beforeCents` of it had gone back when the
 * payment was written down here.
 */
export type Reversal = { adjustments: readonly Adjustment[]; refunds: readonly Refund[]; beforeCents?: number };

function sumCents(rows: readonly { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * What went back of the payment of `refund` by none of our refunds: the money, and the rows that none of them names.
 */
function findUnclaimed({ gatewayOrderNumber }: Refund, { adjustments, refunds, beforeCents = 0 }: Reversal) {
  const done = refunds.filter((other) => other.gatewayOrderNumber === gatewayOrderNumber && other.state === "done");
  const named = new Set(done.map(({ gatewayTransactionId }) => gatewayTransactionId));
  const rows = adjustments.filter(({ transactionId }) => !named.has(transactionId));
  return { cents: Math.max(0, sumCents(adjustments) - sumCents(done) - beforeCents), rows };
}

/**
 * What gave all the money of a refund back at the gateway, in whatever way and parts; null unless all of it is back and
 * no other refund claims it. A void leaves nothing to return and a return nothing to void, so any row tells the way;
 * one of the refund's own kind and amount is rather its own.
 */
export function findGivenBack(refund: Refund, given: Reversal): Adjustment | null {
  const { cents, rows } = findUnclaimed(refund, given);
  const like = rows.find(({ kind, amountCents }) => kind === refund.method && amountCents === refund.amountCents);
  return cents >= refund.amountCents ? (like ?? rows.at(-1) ?? given.adjustments.at(-1) ?? null) : null;
}

/** What of a refund is still to be given back, in cents: money that no refund here claims counts towards it. */
export function restCents(refund: Refund, given: Reversal): number {
  return Math.max(0, refund.amountCents - findUnclaimed(refund, given).cents);
}
