import { mainPoolId } from "@/lib/draws/rules";
import { getSalePeriod, hasCapacity, isFull } from "@/lib/draws/rules.catalogue";
import type { Availability, Basket, PricedLine } from "@/lib/orders/rules.lines";
import { computeMaxQuantity, priceLines, sumCents } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm, OfferChoice } from "./checkout-form";
import { findChosenOffer, getIncludedPoolIds } from "./checkout-form";

export function toBasket(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): Basket {
  const choice = findChosenOffer(draw, form);
  const addOnLines = listAddOnLines(draw, form, availability);
  if (!choice) return { lines: addOnLines, bundles: [] };
  const { lines, bundles } = toOfferBasket(choice, form.quantity);
  return { lines: [...lines, ...addOnLines], bundles };
}

function toOfferBasket({ kind, offer }: OfferChoice, quantity: number): Basket {
  if (kind === "bundles") return { lines: [], bundles: [{ bundleId: offer.id, quantity }] };
  return { lines: [{ poolId: mainPoolId, packageId: offer.id, quantity }], bundles: [] };
}

function listAddOnLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): Basket["lines"] {
  const includedIds = getIncludedPoolIds(draw, form);
  return draw.catalogue.pools.flatMap((pool) => {
    const { poolId } = pool;
    if (poolId === mainPoolId || includedIds.has(poolId)) return [];
    if (getSalePeriod(pool, availability.now) !== "now" || isFull(pool, availability.capacities.get(poolId))) return [];
    const packageId = getAddOnPackageId(draw, form, poolId, availability);
    return packageId ? [{ poolId, packageId, quantity: getAddOnQuantity(form, poolId, packageId) }] : [];
  });
}

/**
 * Empty if the buyer takes no tickets of the pool. Until the buyer chooses, a required pool has its cheapest available
 * package, so that the total on the page is what will be charged.
 */
export function getAddOnPackageId(
  draw: CheckoutDraw,
  form: CheckoutForm,
  poolId: string,
  availability: Availability,
): string {
  const pool = draw.catalogue.pools.find((candidate) => candidate.poolId === poolId);
  const packages = pool?.packages ?? [];
  const chosenId = form.addOns[poolId];
  if (packages.some(({ packageId }) => packageId === chosenId)) return chosenId ?? "";
  if (!pool?.isMandatory) return "";
  const capacity = availability.capacities.get(poolId);
  const [cheapest] = packages
    .filter(({ tickets, priceCents }) => hasCapacity(capacity, { tickets, cents: priceCents }))
    .sort((left, right) => left.priceCents - right.priceCents);
  return cheapest?.packageId ?? "";
}

export function getAddOnQuantity(form: CheckoutForm, poolId: string, packageId: string): number {
  return form.addOns[poolId] === packageId ? (form.addOnQuantities[poolId] ?? 1) : 1;
}

export function listLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): PricedLine[] {
  return priceLines(draw.catalogue, toBasket(draw, form, availability), availability.now).lines;
}

/** Uses the server's rule, so that the button shows what the server charges. */
export function getTotalCents(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): number {
  return sumCents(listLines(draw, form, availability));
}

export function listRequiredLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): PricedLine[] {
  const requiredIds = draw.addOns.filter(({ isMandatory }) => isMandatory).map(({ poolId }) => poolId);
  return listLines(draw, { ...form, choice: "" }, availability).filter(({ poolId }) => requiredIds.includes(poolId));
}

export function countIncludedTickets(
  draw: CheckoutDraw,
  form: CheckoutForm,
  poolId: string,
  availability: Availability,
): number {
  return listLines(draw, form, availability)
    .filter((line) => line.bundleId !== null && line.poolId === poolId)
    .reduce((sum, line) => sum + line.tickets, 0);
}

export function getMaxQuantity(draw: CheckoutDraw, choice: OfferChoice, availability: Availability): number {
  const { lines } = priceLines(draw.catalogue, toOfferBasket(choice, 1), availability.now);
  return lines.length > 0 ? computeMaxQuantity(draw.catalogue, lines, availability) : 0;
}
