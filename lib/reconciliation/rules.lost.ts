import type { Catalogue } from "@/lib/draws/rules.catalogue";
import type { AttemptState } from "@/lib/orders/rules.payment";

/** A payment that became numbers which this database may not know; `drawId` is null if it doesn't know the payment. */
export type LostPayment = {
  orderNumber: string;
  merchantId: string;
  drawId: string | null;
  amountCents: number;
};

/** Numbers of a pool that were made void because their sales were lost. */
export type LostRange = { instanceId: string; poolId: string; first: number; last: number };

/** How long before the instant of a restore the gateway's clock may date a payment that was begun after it, in ms. */
export const clockSlackMs = 60 * 60_000;

/** The instant that this installation's database was restored to, and when that was written down. */
export type Restore = { restoredTo: Date; recordedAt: Date };

/**
 * The restore by which a payment of this time, which no row here has, may have been lost; null if none. Without one it
 * belongs to another installation that sells on the same account. A time that the report doesn't tell excludes no
 * restore.
 */
export function findRestore(restores: readonly Restore[], at: Date | null): Restore | null {
  const isWithin = ({ restoredTo, recordedAt }: Restore) =>
    !at || (at.getTime() >= restoredTo.getTime() - clockSlackMs && at.getTime() <= recordedAt.getTime() + clockSlackMs);
  return restores.find(isWithin) ?? null;
}

/** How long after the instant of a restore a sale may be dated that the backup holds, in ms. */
export const saleSlackMs = 5000;

/** Attempts of this state had their outcome recorded here: their numbers, or their refund, are known. */
const settledStates: ReadonlySet<AttemptState> = new Set(["approved", "surplus"]);

/** Whether what was captured by an attempt as the backup has it may have become numbers since. */
export function maySellSince(state: AttemptState): boolean {
  return !settledStates.has(state);
}

type Offer = { tickets: number; cents: number };

function offersOf({ pools, bundles }: Catalogue, poolId: string): Offer[] {
  const packages = pools.find((pool) => pool.poolId === poolId)?.packages ?? [];
  const single = packages.map(({ tickets, priceCents }) => ({ tickets, cents: priceCents }));
  const ticketsOf = (packageId: string) => packages.find((offered) => offered.packageId === packageId)?.tickets ?? 0;
  const joint = bundles.map(({ items }) => ({
    tickets: items
      .filter((item) => item.poolId === poolId)
      .reduce((sum, { packageId, quantity }) => sum + quantity * ticketsOf(packageId), 0),
    cents: items.reduce((sum, { shareCents }) => sum + shareCents, 0),
  }));
  return [...single, ...joint];
}

/**
 * The most numbers of a pool that orders of these amounts can have had, whatever was in their baskets: each may have
 * been spent on the offer with the most tickets for its money. Never fewer than were issued.
 */
export function mostNumbers(catalogue: Catalogue, poolId: string, amountsCents: readonly number[]): number {
  const offers = offersOf(catalogue, poolId).filter(({ cents }) => cents > 0);
  const mostFor = (cents: number) =>
    Math.max(0, ...offers.map((offer) => Math.floor((cents * offer.tickets) / offer.cents)));
  return amountsCents.reduce((sum, cents) => sum + mostFor(cents), 0);
}
