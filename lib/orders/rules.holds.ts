import { catalogueOf } from "@/lib/draws/rules.catalogue";
import { poolsOf } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import type { Size } from "@/lib/shares/rules";

import { holdLimits } from "./rules";
import type { PricedLine } from "./rules.lines";

/** Holds of clients that have not paid before, when a pool is nearly gone: 5 minutes, 15 in all. */
export const shortHoldLimits = { lifeMs: 5 * 60_000, totalMs: 15 * 60_000 } as const;

/**
 * A limited pool is nearly gone when less than this part of its tickets can still be taken: unknown clients hold them
 * for a shorter time.
 */
export const nearlyGone = 0.2;

/** When a new hold ends, and when it ends for a client that has not paid before where a pool is nearly gone. */
export function holdEndsOf(now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms);
  return { expiresAt: after(holdLimits.lifeMs), unknownExpiresAt: after(shortHoldLimits.lifeMs) };
}

function bundledSizes(draw: Draw, poolId: string): Size[] {
  const packages = new Map(poolsOf(draw).map((pool) => [pool.poolId, pool.packages]));
  const items = catalogueOf(draw).bundles.flatMap((bundle) => bundle.items);
  return items
    .filter((item) => item.poolId === poolId)
    .map(({ packageId, quantity, shareCents }) => {
      const found = packages.get(poolId)?.find((known) => known.packageId === packageId);
      return { tickets: (found?.tickets ?? 0) * quantity, cents: shareCents };
    });
}

/** The largest and the smallest package of each pool of `lines`; what a bundle has of a pool is a package of it. */
export function sizesOf(draw: Draw, lines: readonly PricedLine[]) {
  const wanted = new Set(lines.map(({ poolId }) => poolId));
  return poolsOf(draw)
    .filter(({ poolId }) => wanted.has(poolId))
    .map(({ poolId, packages }) => {
      const own = packages.map(({ tickets, priceCents }) => ({ tickets, cents: priceCents }));
      const sizes = [...own, ...bundledSizes(draw, poolId)];
      const [tickets, cents] = [sizes.map((size) => size.tickets), sizes.map((size) => size.cents)];
      const largest = { tickets: Math.max(...tickets), cents: Math.max(...cents) };
      return { poolId, largest, smallest: { tickets: Math.min(...tickets), cents: Math.min(...cents) } };
    });
}
