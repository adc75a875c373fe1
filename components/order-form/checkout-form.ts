import type { ProvinceCode } from "@/lib/address";
import { mainPoolId } from "@/lib/draws/rules";
import { getSalePeriod, hasCapacity, isFull } from "@/lib/draws/rules.catalogue";
import type { Availability, Basket, PricedLine } from "@/lib/orders/rules.lines";
import { computeMaxQuantity, priceLines, sumCents } from "@/lib/orders/rules.lines";

import type { CheckoutDraw } from "./checkout-draw";
import type { Offer, OfferGroup } from "./offers";

/** Choices are by pool: `addOns` is the package (default `addOnPackage`), `addOnQuantities` how many (default 1). */
export type CheckoutForm = {
  choice: string;
  quantity: number;
  addOns: Record<string, string>;
  addOnQuantities: Record<string, number>;
  teamId: string;
  name: string;
  email: string;
  phone: string;
  province: ProvinceCode | "";
  postalCode: string;
  age: boolean;
  location: boolean;
  rules: boolean;
};

export type FormField = keyof CheckoutForm;

export const buyerFields = ["name", "email", "phone", "postalCode"] as const;

export type BuyerField = (typeof buyerFields)[number];

export type OfferChoice = { kind: OfferGroup["kind"]; offer: Offer };

/** Includes the kind, as packages and bundles may share an id. */
export function offerKey(kind: OfferGroup["kind"], offerId: string): string {
  return `${kind}:${offerId}`;
}

export function findChosenOffer(draw: CheckoutDraw, form: CheckoutForm): OfferChoice | null {
  for (const { kind, offers } of draw.groups) {
    const offer = offers.find(({ id }) => offerKey(kind, id) === form.choice);
    if (offer) return { kind, offer };
  }
  return null;
}

function firstChoice(draw: CheckoutDraw): string {
  const all = draw.groups.flatMap(({ kind, offers }) => offers.map((offer) => ({ kind, offer })));
  const first = all.find(({ offer }) => offer.highlighted) ?? all[0];
  return first ? offerKey(first.kind, first.offer.id) : "";
}

export function countIncludedTickets(
  draw: CheckoutDraw,
  form: CheckoutForm,
  poolId: string,
  availability: Availability,
): number {
  const own = listLines(draw, form, availability).filter((line) => line.bundleId !== null && line.poolId === poolId);
  return own.reduce((sum, line) => sum + line.tickets, 0);
}

export function getIncludedPools(draw: CheckoutDraw, form: CheckoutForm): Set<string> {
  const choice = findChosenOffer(draw, form);
  const bundle = choice?.kind === "bundles" && draw.catalogue.bundles.find((one) => one.bundleId === choice.offer.id);
  return new Set(bundle ? bundle.items.map(({ poolId }) => poolId) : []);
}

/** Empty for none. For a required draw it is the cheapest available, so that the total is true before a choice. */
export function addOnPackage(
  draw: CheckoutDraw,
  form: CheckoutForm,
  poolId: string,
  availability: Availability,
): string {
  const pool = draw.catalogue.pools.find((one) => one.poolId === poolId);
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

export function addOnQuantity(form: CheckoutForm, poolId: string, packageId: string): number {
  return form.addOns[poolId] === packageId ? (form.addOnQuantities[poolId] ?? 1) : 1;
}

function addOnLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): Basket["lines"] {
  const includedIds = getIncludedPools(draw, form);
  return draw.catalogue.pools.flatMap((pool) => {
    const { poolId } = pool;
    if (poolId === mainPoolId || includedIds.has(poolId)) return [];
    if (getSalePeriod(pool, availability.now) !== "now" || isFull(pool, availability.capacities.get(poolId))) return [];
    const packageId = addOnPackage(draw, form, poolId, availability);
    return packageId ? [{ poolId, packageId, quantity: addOnQuantity(form, poolId, packageId) }] : [];
  });
}

export function toBasket(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): Basket {
  const choice = findChosenOffer(draw, form);
  const addOns = addOnLines(draw, form, availability);
  const { quantity } = form;
  if (choice?.kind === "bundles") return { lines: addOns, bundles: [{ bundleId: choice.offer.id, quantity }] };
  const main = choice ? [{ poolId: mainPoolId, packageId: choice.offer.id, quantity }] : [];
  return { lines: [...main, ...addOns], bundles: [] };
}

export function listLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): PricedLine[] {
  return priceLines(draw.catalogue, toBasket(draw, form, availability), availability.now).lines;
}

export function listRequiredLines(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): PricedLine[] {
  const required = draw.addOns.filter(({ mandatory }) => mandatory).map(({ poolId }) => poolId);
  return listLines(draw, { ...form, choice: "" }, availability).filter(({ poolId }) => required.includes(poolId));
}

export function listOfferLines(draw: CheckoutDraw, kind: OfferGroup["kind"], offerId: string, now: Date): PricedLine[] {
  const basket =
    kind === "bundles"
      ? { lines: [], bundles: [{ bundleId: offerId, quantity: 1 }] }
      : { lines: [{ poolId: mainPoolId, packageId: offerId, quantity: 1 }], bundles: [] };
  return priceLines(draw.catalogue, basket, now).lines;
}

export function getMaxQuantity(draw: CheckoutDraw, { kind, offer }: OfferChoice, availability: Availability): number {
  const lines = listOfferLines(draw, kind, offer.id, availability.now);
  return lines.length > 0 ? computeMaxQuantity(draw.catalogue, lines, availability) : 0;
}

export function createEmptyForm(draw: CheckoutDraw): CheckoutForm {
  return {
    choice: firstChoice(draw),
    quantity: 1,
    addOns: {},
    addOnQuantities: {},
    teamId: "",
    name: "",
    email: "",
    phone: "",
    province: draw.provinces.includes(draw.province) ? draw.province : (draw.provinces[0] ?? ""),
    postalCode: "",
    age: false,
    location: false,
    rules: false,
  };
}

/** In cents, summed by the server's own rule. */
export function totalCents(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): number {
  return sumCents(listLines(draw, form, availability));
}
