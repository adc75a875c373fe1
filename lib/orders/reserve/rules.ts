import type { PoolCounters } from "@/lib/draws/rules";
import { isSoldOut, mainPoolId } from "@/lib/draws/rules";
import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { createCatalogue } from "@/lib/draws/rules.catalogue";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import { holdLimits } from "@/lib/orders/rules";
import type { Basket, PricedLine } from "@/lib/orders/rules.lines";
import {
  findMissingPools,
  findPoolsOverOrderLimit,
  isMainDrawMissing,
  priceLines,
  sumByPool,
  sumCents,
} from "@/lib/orders/rules.lines";
import type { FieldProblem, FieldProblemKey, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Size } from "@/lib/shares/rules";

export type PricedBasket = { ok: true; lines: PricedLine[]; amountCents: number };

/** `dollarsSchema` allows no higher amount. In cents, it fits the columns of orders and of cash entries. */
const maxOrderCents = 1_000_000_000;

export function toPoolFields(poolIds: readonly string[], problem: FieldProblemKey): FieldProblem[] {
  return poolIds.map((poolId) => ({ field: `lines.${poolId}`, problem }));
}

/**
 * Outdated counters suffice, because sold tickets are never sold again. Held tickets don't count, because they may be
 * released.
 */
export function findSoldOutReason(
  lines: readonly PricedLine[],
  pools: ReadonlyMap<string, PoolCounters>,
): Refusal<"sold-out" | "second-draw-full"> | null {
  const soldOutPools = [...sumByPool(lines).keys()].filter((poolId) => {
    const counters = pools.get(poolId);
    return counters !== undefined && isSoldOut(counters);
  });
  if (soldOutPools.length === 0) return null;
  return soldOutPools.includes(mainPoolId)
    ? refuse("sold-out")
    : refuse("second-draw-full", toPoolFields(soldOutPools, "too-large"));
}

/** `capacities` is what each pool has left. A second draw that is full isn't required. */
export function priceBasket(
  draw: Draw,
  basket: Basket,
  now: Date,
  capacities: ReadonlyMap<string, PoolCapacity> = new Map(),
): PricedBasket | Refusal<"invalid-input" | "too-many-tickets" | "order-too-large"> {
  const catalogue = createCatalogue(draw);
  const { lines, problems } = priceLines(catalogue, basket, now);
  if (problems.length > 0) return refuse("invalid-input", problems);
  if (lines.length === 0) return refuse("invalid-input", [{ field: "lines", problem: "required" }]);
  const missing = findMissingPools(catalogue, lines, { now, capacities });
  if (missing.length > 0) return refuse("invalid-input", toPoolFields(missing, "required"));
  if (isMainDrawMissing(catalogue, lines)) return refuse("invalid-input", toPoolFields([mainPoolId], "required"));
  const overdrawn = findPoolsOverOrderLimit(catalogue, lines);
  if (overdrawn.length > 0) return refuse("too-many-tickets", toPoolFields(overdrawn, "too-large"));
  const amountCents = sumCents(lines);
  return amountCents > maxOrderCents ? refuse("order-too-large") : { ok: true, lines, amountCents };
}

/** In ms. For new buyers when a pool is nearly sold out (docs/design.md, Holds). */
export const shortHoldLimits = { durationMs: 5 * 60_000, maxTotalMs: 15 * 60_000 } as const;

/** A limited pool is nearly sold out when less than this fraction of its tickets is left. */
export const scarcityRatio = 0.2;

export function computeHoldEnds(now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms);
  return { expiresAt: after(holdLimits.durationMs), newBuyerExpiresAt: after(shortHoldLimits.durationMs) };
}

function listBundledSizes(draw: Draw, poolId: string): Size[] {
  const packages = new Map(listPools(draw).map((pool) => [pool.poolId, pool.packages]));
  const items = createCatalogue(draw).bundles.flatMap((bundle) => bundle.items);
  return items
    .filter((item) => item.poolId === poolId)
    .map(({ packageId, quantity, shareCents }) => {
      const pack = packages.get(poolId)?.find((candidate) => candidate.packageId === packageId);
      return { tickets: (pack?.tickets ?? 0) * quantity, cents: shareCents };
    });
}

/** The tickets that a bundle takes from a pool count as a package of that pool. */
export function listPoolSizes(draw: Draw, lines: readonly PricedLine[]) {
  const wanted = new Set(lines.map(({ poolId }) => poolId));
  return listPools(draw)
    .filter(({ poolId }) => wanted.has(poolId))
    .map(({ poolId, packages }) => {
      const own = packages.map(({ tickets, priceCents }) => ({ tickets, cents: priceCents }));
      const sizes = [...own, ...listBundledSizes(draw, poolId)];
      const [tickets, cents] = [sizes.map((size) => size.tickets), sizes.map((size) => size.cents)];
      const largest = { tickets: Math.max(...tickets), cents: Math.max(...cents) };
      return { poolId, largest, smallest: { tickets: Math.min(...tickets), cents: Math.min(...cents) } };
    });
}
