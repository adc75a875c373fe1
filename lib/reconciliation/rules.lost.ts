import type { Catalogue } from "@/lib/draws/rules.catalogue";
import type { AttemptState } from "@/lib/orders/rules.payment";

/** `drawId` is null if the database doesn't know the payment. */
export type LostPayment = {
  orderNumber: string;
  merchantId: string;
  drawId: string | null;
  amountCents: number;
};

export type LostRange = { instanceId: string; poolId: string; first: number; last: number };

/** The gateway's clock may differ from ours by this much. */
export const clockToleranceMs = 60 * 60_000;

export type Restore = { restoredTo: Date; recordedAt: Date };

/**
 * Finds the restore that lost a payment of this time. Returns null if none did: then another installation on the same
 * account made it. If the time is unknown, any restore may have lost it.
 */
export function findRestore(restores: readonly Restore[], at: Date | null): Restore | null {
  const isWithin = ({ restoredTo, recordedAt }: Restore) =>
    !at ||
    (at.getTime() >= restoredTo.getTime() - clockToleranceMs &&
      at.getTime() <= recordedAt.getTime() + clockToleranceMs);
  return restores.find(isWithin) ?? null;
}

/** A sale in the backup may be dated this long after the restored instant. */
export const saleToleranceMs = 5000;

/** The outcome of an attempt in these states is recorded here, with its numbers or its refund. */
const settledStates: ReadonlySet<AttemptState> = new Set(["approved", "surplus"]);

/** Returns true if a capture of such an attempt may have been given numbers after the backup. */
export function canHaveSoldSince(state: AttemptState): boolean {
  return !settledStates.has(state);
}

type TicketOffer = { tickets: number; cents: number };

function listOffers({ pools, bundles }: Catalogue, poolId: string): TicketOffer[] {
  const packages = pools.find((pool) => pool.poolId === poolId)?.packages ?? [];
  const single = packages.map(({ tickets, priceCents }) => ({ tickets, cents: priceCents }));
  const countTickets = (packageId: string) => packages.find((offered) => offered.packageId === packageId)?.tickets ?? 0;
  const joint = bundles.map(({ items }) => ({
    tickets: items
      .filter((item) => item.poolId === poolId)
      .reduce((sum, { packageId, quantity }) => sum + quantity * countTickets(packageId), 0),
    cents: items.reduce((sum, { shareCents }) => sum + shareCents, 0),
  }));
  return [...single, ...joint];
}

/** The most numbers that these amounts can have bought, each at the offer with the most tickets for its price. */
export function computeMaxNumbers(catalogue: Catalogue, poolId: string, amountsCents: readonly number[]): number {
  const offers = listOffers(catalogue, poolId).filter(({ cents }) => cents > 0);
  const computeMax = (cents: number) =>
    Math.max(0, ...offers.map((offer) => Math.floor((cents * offer.tickets) / offer.cents)));
  return amountsCents.reduce((sum, cents) => sum + computeMax(cents), 0);
}
