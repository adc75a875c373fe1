import { toCents } from "@/lib/money";

import type { PoolCounters } from "./rules";
import { countTicketsLeft, getCutOff, mainPoolId } from "./rules";
import type { Package } from "./rules.packages";
import { listMainPackages, toPackage } from "./rules.packages";
import type { Draw } from "./schema";

/** Times are in ISO. */
export type Catalogue = { pools: CataloguePool[]; bundles: CatalogueBundle[] };

export type CataloguePool = {
  poolId: string;
  packages: Package[];
  maxTicketPayout: number | null;
  isMandatory: boolean;
  startsAt: string | null;
  endsAt: string | null;
};

/** `shareCents` is the item's share of the bundle's price. */
export type CatalogueBundle = {
  bundleId: string;
  items: { poolId: string; packageId: string; quantity: number; shareCents: number }[];
};

/** `cents` is the amount that may still be sold up to `maxJackpot`. Null means unlimited. */
export type PoolCapacity = { tickets: number | null; cents: number | null };

type CatalogueSource = Pick<Draw, "ticketPriceInfo" | "ticketPools" | "bundles" | "maxTicketPayout"> & {
  secondDraws: Omit<Draw["secondDraws"][number], "ticketPrinter">[];
};

export function createCatalogue(draw: CatalogueSource): Catalogue {
  const main: CataloguePool = {
    poolId: mainPoolId,
    packages: listMainPackages(draw),
    maxTicketPayout: draw.maxTicketPayout,
    isMandatory: false,
    startsAt: null,
    endsAt: null,
  };
  const secondPools = draw.secondDraws
    .filter(({ settings }) => settings.enabled)
    .map((second) => ({
      poolId: second.id,
      packages: second.ticketPackageInfo.map(toPackage),
      maxTicketPayout: second.maxTicketPayout,
      isMandatory: second.settings.mandatoryPurchase,
      startsAt: second.startDate ?? null,
      endsAt: getCutOff(second)?.toISOString() ?? null,
    }));
  const bundles = draw.bundles.map(({ id, items }) => ({
    bundleId: id,
    items: items.map(({ price, ...item }) => ({ ...item, shareCents: toCents(price) })),
  }));
  return { pools: [main, ...secondPools], bundles };
}

export function getSalePeriod(
  { startsAt, endsAt }: Pick<CataloguePool, "startsAt" | "endsAt">,
  now: Date,
): "ahead" | "now" | "over" {
  if (endsAt && Date.parse(endsAt) <= now.getTime()) return "over";
  return startsAt && Date.parse(startsAt) > now.getTime() ? "ahead" : "now";
}

export function getOfferedPoolIds({ pools }: Catalogue, now: Date): Set<string> {
  return new Set(pools.filter((pool) => getSalePeriod(pool, now) !== "over").map(({ poolId }) => poolId));
}

export function getRemainingCapacity(counters: PoolCounters): PoolCapacity {
  const { maxJackpotCents, jackpotBaseCents, salesCents, reservedCents } = counters;
  const cents =
    maxJackpotCents === null ? null : Math.max(0, maxJackpotCents - jackpotBaseCents - salesCents - reservedCents);
  return { tickets: countTicketsLeft(counters), cents };
}

export function hasCapacity(capacity: PoolCapacity | undefined, wanted: { tickets: number; cents: number }): boolean {
  return wanted.tickets <= (capacity?.tickets ?? wanted.tickets) && wanted.cents <= (capacity?.cents ?? wanted.cents);
}

export function isFull({ packages }: Pick<CataloguePool, "packages">, capacity: PoolCapacity | undefined): boolean {
  return !packages.some(({ tickets, priceCents }) => hasCapacity(capacity, { tickets, cents: priceCents }));
}

const findMinimum = (amounts: number[]): number | null => (amounts.length > 0 ? Math.min(...amounts) : null);

function getCheapestPrice({ packages }: CataloguePool): number {
  return findMinimum(packages.map(({ priceCents }) => priceCents)) ?? 0;
}

/**
 * The lowest price at which a buyer can order: the cheapest package or bundle, plus the cheapest package of each
 * mandatory pool that it lacks.
 */
export function findLowestPriceCents({ pools: [main, ...secondPools], bundles }: Catalogue, now: Date): number | null {
  const required = secondPools.filter((pool) => pool.isMandatory && getSalePeriod(pool, now) === "now");
  const sumRequiredPrices = (included: readonly string[]) =>
    required.filter(({ poolId }) => !included.includes(poolId)).reduce((sum, pool) => sum + getCheapestPrice(pool), 0);
  const packages = main?.packages.map(({ priceCents }) => priceCents + sumRequiredPrices([])) ?? [];
  const bundlePrices = bundles.map(({ items }) => {
    const shares = items.reduce((sum, { shareCents }) => sum + shareCents, 0);
    return shares + sumRequiredPrices(items.map(({ poolId }) => poolId));
  });
  return findMinimum([...packages, ...bundlePrices]);
}
