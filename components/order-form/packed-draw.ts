import { mainPoolId } from "@/lib/draws/rules";
import type { Package } from "@/lib/draws/rules.packages";
import type { CheckoutDraw } from "./checkout-draw";
import type { Offer } from "./offers";

type PackedPool = Omit<CheckoutDraw["catalogue"]["pools"][number], "packages">;

/** A draw as a page carries it to its checkout: what it sells stands among its offers alone. */
export type PackedDraw = Omit<CheckoutDraw, "catalogue"> & {
  catalogue: { pools: PackedPool[]; bundles: CheckoutDraw["catalogue"]["bundles"] };
};

function toPackage({ id, tickets, priceCents }: Offer): Package {
  return { packageId: id, tickets, priceCents };
}

/** Leaves out of a draw what can be told from the rest of it. */
export function packDraw(draw: CheckoutDraw): PackedDraw {
  const { pools, bundles } = draw.catalogue;
  return { ...draw, catalogue: { pools: pools.map(({ packages: _packages, ...pool }) => pool), bundles } };
}

/** The draw that was packed. */
export function unpackDraw(packed: PackedDraw): CheckoutDraw {
  const { groups, addOns, catalogue } = packed;
  const offersOf = (poolId: string) =>
    poolId === mainPoolId
      ? groups.filter(({ kind }) => kind === "packages").flatMap(({ offers }) => offers)
      : (addOns.find((addOn) => addOn.poolId === poolId)?.offers ?? []);
  const pools = catalogue.pools.map((pool) => ({ ...pool, packages: offersOf(pool.poolId).map(toPackage) }));
  return { ...packed, catalogue: { pools, bundles: catalogue.bundles } };
}
