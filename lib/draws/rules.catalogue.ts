import { toCents } from "@/lib/money";

import type { PoolCounters } from "./rules";
import { mainPoolId, ticketsLeft } from "./rules";
import type { Package } from "./rules.packages";
import { cutOffOf, mainPackagesOf, toPackage } from "./rules.packages";
import type { Draw } from "./schema";

/** What a draw sells, as plain data that a browser may hold too: amounts in cents, instants in ISO, null for none. */
export type Catalogue = { pools: CataloguePool[]; bundles: CatalogueBundle[] };

/** A pool as it is sold: the main one, or an enabled second draw with its own time of sale. */
export type CataloguePool = {
  poolId: string;
  packages: Package[];
  maxTicketPayout: number | null;
  isMandatory: boolean;
  startsAt: string | null;
  endsAt: string | null;
};

/** A bundle; `shareCents` is what one bundle pays for an item, and the shares are its price. */
export type CatalogueBundle = {
  bundleId: string;
  items: { poolId: string; packageId: string; quantity: number; shareCents: number }[];
};

/** What can still be taken from a pool: tickets, and cents below `maxJackpot`; null is without limit. */
export type PoolCapacity = { tickets: number | null; cents: number | null };

/** The part of a draw that is sold; the public projection has it as well. */
type SoldPart = Pick<Draw, "ticketPriceInfo" | "ticketPools" | "bundles" | "maxTicketPayout"> & {
  secondDraws: Omit<Draw["secondDraws"][number], "ticketPrinter">[];
};

/** Reads what a draw sells; the same from its definition and from its public projection. */
export function catalogueOf(draw: SoldPart): Catalogue {
  const main: CataloguePool = {
    poolId: mainPoolId,
    packages: mainPackagesOf(draw),
    maxTicketPayout: draw.maxTicketPayout,
    isMandatory: false,
    startsAt: null,
    endsAt: null,
  };
  const seconds = draw.secondDraws
    .filter(({ settings }) => settings.enabled)
    .map((second) => ({
      poolId: second.id,
      packages: second.ticketPackageInfo.map(toPackage),
      maxTicketPayout: second.maxTicketPayout,
      isMandatory: second.settings.mandatoryPurchase,
      startsAt: second.startDate ?? null,
      endsAt: cutOffOf(second)?.toISOString() ?? null,
    }));
  const bundles = draw.bundles.map(({ id, items }) => ({
    bundleId: id,
    items: items.map(({ price, ...item }) => ({ ...item, shareCents: toCents(price) })),
  }));
  return { pools: [main, ...seconds], bundles };
}

/** Where the time of sale of a pool stands at `now`: not begun, begun, or over. */
export function saleTimeOf(
  { startsAt, endsAt }: Pick<CataloguePool, "startsAt" | "endsAt">,
  now: Date,
): "ahead" | "now" | "over" {
  if (endsAt && Date.parse(endsAt) <= now.getTime()) return "over";
  return startsAt && Date.parse(startsAt) > now.getTime() ? "ahead" : "now";
}

/** The pools of which tickets are sold at `now`, or will be: those whose own sale is not over. */
export function offeredPools({ pools }: Catalogue, now: Date): Set<string> {
  return new Set(pools.filter((pool) => saleTimeOf(pool, now) !== "over").map(({ poolId }) => poolId));
}

/** What can still be taken from a pool by its counters; held tickets and held money are taken. */
export function remainingCapacity(counters: PoolCounters): PoolCapacity {
  const { maxJackpotCents, jackpotBaseCents, salesCents, reservedCents } = counters;
  const cents =
    maxJackpotCents === null ? null : Math.max(0, maxJackpotCents - jackpotBaseCents - salesCents - reservedCents);
  return { tickets: ticketsLeft(counters), cents };
}

/** True when so many tickets for so much money can still be taken; a pool without a known room has no limit. */
export function hasCapacity(room: PoolCapacity | undefined, wanted: { tickets: number; cents: number }): boolean {
  return wanted.tickets <= (room?.tickets ?? wanted.tickets) && wanted.cents <= (room?.cents ?? wanted.cents);
}

/** True when not one package of a pool can be taken any more. */
export function isFull({ packages }: Pick<CataloguePool, "packages">, room: PoolCapacity | undefined): boolean {
  return !packages.some(({ tickets, priceCents }) => hasCapacity(room, { tickets, cents: priceCents }));
}

const least = (amounts: number[]): number | null => (amounts.length > 0 ? Math.min(...amounts) : null);

function cheapestOf({ packages }: CataloguePool): number {
  return least(packages.map(({ priceCents }) => priceCents)) ?? 0;
}

/**
 * The least that anybody pays for an order, in cents: a package or a bundle, and with it what is required with every
 * order and the bundle has not. Null where the draw sells nothing.
 */
export function lowestPriceCents({ pools: [main, ...seconds], bundles }: Catalogue, now: Date): number | null {
  const required = seconds.filter((pool) => pool.isMandatory && saleTimeOf(pool, now) === "now");
  const beside = (included: readonly string[]) =>
    required.filter(({ poolId }) => !included.includes(poolId)).reduce((sum, pool) => sum + cheapestOf(pool), 0);
  const packages = main?.packages.map(({ priceCents }) => priceCents + beside([])) ?? [];
  const whole = bundles.map(({ items }) => {
    const shares = items.reduce((sum, { shareCents }) => sum + shareCents, 0);
    return shares + beside(items.map(({ poolId }) => poolId));
  });
  return least([...packages, ...whole]);
}
