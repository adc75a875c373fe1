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

/** In ms. The gateway's clock may differ from ours by this much. */
export const clockToleranceMs = 60 * 60_000;

export type Restore = { restoredTo: Date; recordedAt: Date };

/** Null if the payment belongs to another installation on the account. An unknown time excludes no restore. */
export function findRestore(restores: readonly Restore[], at: Date | null): Restore | null {
  const isWithin = ({ restoredTo, recordedAt }: Restore) =>
    !at ||
    (at.getTime() >= restoredTo.getTime() - clockToleranceMs &&
      at.getTime() <= recordedAt.getTime() + clockToleranceMs);
  return restores.find(isWithin) ?? null;
}

/** In ms. A sale may be dated this long after the restored instant and still be in the backup. */
export const saleToleranceMs = 5000;

/** The outcome of such an attempt was recorded here, so the numbers or the refund are known. */
const settledStates: ReadonlySet<AttemptState> = new Set(["approved", "surplus"]);

/** A capture of such an attempt may have become numbers since the backup. */
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

/**
 * The number of tickets if all was spent on the offer with the most tickets for its money, so never fewer than were
 * issued.
 */
export function computeMaxNumbers(catalogue: Catalogue, poolId: string, amountsCents: readonly number[]): number {
  const offers = listOffers(catalogue, poolId).filter(({ cents }) => cents > 0);
  const computeMax = (cents: number) =>
    Math.max(0, ...offers.map((offer) => Math.floor((cents * offer.tickets) / offer.cents)));
  return amountsCents.reduce((sum, cents) => sum + computeMax(cents), 0);
}
