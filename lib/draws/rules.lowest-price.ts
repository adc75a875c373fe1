import type { Catalogue, CataloguePool } from "./rules.catalogue";
import { saleTimeOf } from "./rules.catalogue";

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
