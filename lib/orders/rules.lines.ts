import { mainPoolId } from "@/lib/draws/rules";
import type { Catalogue, CatalogueBundle, CataloguePool, PoolCapacity } from "@/lib/draws/rules.catalogue";
import { getSalePeriod, hasCapacity, isFull } from "@/lib/draws/rules.catalogue";
import type { FieldProblem } from "@/lib/platform/http/reasons";

/** Has no prices: they come from the draw, never from a client. */
export type Basket = {
  lines: { poolId: string; packageId: string; quantity: number }[];
  bundles: { bundleId: string; quantity: number }[];
};

export type PricedLine = {
  poolId: string;
  packageId: string;
  bundleId: string | null;
  quantity: number;
  tickets: number;
  amountCents: number;
};

/** A pool without a capacity has no limit. */
export type Availability = { now: Date; capacities: ReadonlyMap<string, PoolCapacity> };

export type PricedLines = { lines: PricedLine[]; problems: FieldProblem[] };

/** The limit per order in a pool without `maxTicketPayout`, far below the limit of the counters' columns. */
const maxTicketsPerOrder = 10_000_000;

type PoolsOnSale = ReadonlyMap<string, CataloguePool>;

/** Prices a basket by what the draw sells at `now`. A bundle is sold whole or not at all. */
export function priceLines(catalogue: Catalogue, basket: Basket, now: Date): PricedLines {
  const pools = getPoolsOnSale(catalogue, now);
  const priced = basket.lines.map((line, index) => priceLine(pools, line, index));
  const bundled = basket.bundles.flatMap(({ bundleId, quantity }, index): (PricedLine | FieldProblem)[] => {
    const bundle = catalogue.bundles.find((candidate) => candidate.bundleId === bundleId);
    const lines = bundle && priceBundle(pools, bundle, quantity);
    return lines ?? [{ field: `bundles.${index}.bundleId`, problem: "not-in-draw" }];
  });
  const all = [...priced, ...bundled];
  return {
    lines: mergeLines(all.filter((item): item is PricedLine => !("problem" in item))),
    problems: all.filter((item) => "problem" in item),
  };
}

/** The sum on the pay button, which the card is charged. */
export function sumCents(lines: readonly Pick<PricedLine, "amountCents">[]): number {
  return lines.reduce((sum, line) => sum + line.amountCents, 0);
}

export function sumByPool(lines: readonly PricedLine[]): Map<string, { tickets: number; cents: number }> {
  const sums = new Map<string, { tickets: number; cents: number }>();
  for (const { poolId, tickets, amountCents } of lines) {
    const before = sums.get(poolId) ?? { tickets: 0, cents: 0 };
    sums.set(poolId, { tickets: before.tickets + tickets, cents: before.cents + amountCents });
  }
  return sums;
}

/** A mandatory second draw isn't required outside of its sales period, or once it is full. */
export function findMissingPools(
  { pools }: Catalogue,
  lines: readonly PricedLine[],
  { now, capacities }: Availability,
): string[] {
  const poolIds = new Set(lines.map(({ poolId }) => poolId));
  return pools
    .filter(
      (pool) => pool.isMandatory && getSalePeriod(pool, now) === "now" && !isFull(pool, capacities.get(pool.poolId)),
    )
    .map(({ poolId }) => poolId)
    .filter((poolId) => !poolIds.has(poolId));
}

/** A mandatory second draw is sold only with the main draw or with a bundle. */
export function isMainDrawMissing({ pools }: Catalogue, lines: readonly PricedLine[]): boolean {
  if (lines.some(({ poolId, bundleId }) => poolId === mainPoolId || bundleId !== null)) return false;
  const poolIds = new Set(lines.map(({ poolId }) => poolId));
  return pools.some(({ poolId, isMandatory }) => isMandatory && poolIds.has(poolId));
}

export function findPoolsOverOrderLimit({ pools }: Catalogue, lines: readonly PricedLine[]): string[] {
  const limits = new Map(pools.map(({ poolId, maxTicketPayout }) => [poolId, maxTicketPayout ?? maxTicketsPerOrder]));
  return [...sumByPool(lines)]
    .filter(([poolId, { tickets }]) => tickets > Math.min(limits.get(poolId) ?? maxTicketsPerOrder, maxTicketsPerOrder))
    .map(([poolId]) => poolId);
}

export function findPoolsOverCapacity(
  lines: readonly PricedLine[],
  { capacities }: Pick<Availability, "capacities">,
): string[] {
  return [...sumByPool(lines)]
    .filter(([poolId, wanted]) => !hasCapacity(capacities.get(poolId), wanted))
    .map(([id]) => id);
}

const maxQuantity = 99;

/** The number of times that the same lines fit into one order. */
export function computeMaxQuantity(
  { pools }: Catalogue,
  lines: readonly PricedLine[],
  { capacities }: Pick<Availability, "capacities">,
): number {
  const quantities = [...sumByPool(lines)].flatMap(([poolId, { tickets, cents }]) => {
    const orderLimit = pools.find((pool) => pool.poolId === poolId)?.maxTicketPayout;
    const capacity = capacities.get(poolId);
    return [
      divideLimit(orderLimit, tickets),
      divideLimit(capacity?.tickets, tickets),
      divideLimit(capacity?.cents, cents),
    ];
  });
  return Math.min(maxQuantity, ...quantities);
}

function getPoolsOnSale({ pools }: Catalogue, now: Date): PoolsOnSale {
  return new Map(pools.filter((pool) => getSalePeriod(pool, now) === "now").map((pool) => [pool.poolId, pool]));
}

function findPackage(pools: PoolsOnSale, poolId: string, packageId: string) {
  return pools.get(poolId)?.packages.find((pack) => pack.packageId === packageId);
}

function priceLine(pools: PoolsOnSale, line: Basket["lines"][number], index: number): PricedLine | FieldProblem {
  const { poolId, packageId, quantity } = line;
  const pack = findPackage(pools, poolId, packageId);
  if (!pack) return { field: `lines.${index}.${pools.has(poolId) ? "packageId" : "poolId"}`, problem: "not-in-draw" };
  const [tickets, amountCents] = [pack.tickets * quantity, pack.priceCents * quantity];
  return { poolId, packageId, bundleId: null, quantity, tickets, amountCents };
}

function priceBundle(pools: PoolsOnSale, { bundleId, items }: CatalogueBundle, quantity: number): PricedLine[] | null {
  const lines = items.flatMap(({ poolId, packageId, shareCents, quantity: each }): PricedLine[] => {
    const pack = findPackage(pools, poolId, packageId);
    const count = each * quantity;
    const tickets = (pack?.tickets ?? 0) * count;
    const amountCents = shareCents * quantity;
    return pack ? [{ poolId, packageId, bundleId, quantity: count, tickets, amountCents }] : [];
  });
  return lines.length === items.length ? lines : null;
}

/** Merges lines of the same package. The lines of a bundle stay separate. */
function mergeLines(lines: readonly PricedLine[]): PricedLine[] {
  const merged = new Map<string, PricedLine>();
  for (const line of lines) {
    const key = line.bundleId === null ? `${line.poolId} ${line.packageId}` : `bundled ${merged.size}`;
    const { quantity = 0, tickets = 0, amountCents = 0 } = merged.get(key) ?? {};
    const sums = { tickets: tickets + line.tickets, amountCents: amountCents + line.amountCents };
    merged.set(key, { ...line, quantity: quantity + line.quantity, ...sums });
  }
  return [...merged.values()];
}

function divideLimit(limit: number | null | undefined, amount: number): number {
  return limit == null ? Number.POSITIVE_INFINITY : Math.floor(limit / amount);
}
