import type { ProvinceCode } from "@/lib/postal-address";
import type { CheckoutDraw } from "./checkout-draw";
import type { Offer, OfferGroup } from "./offers";

export type CheckoutForm = {
  /** The chosen offer's `getOfferKey`. */
  choice: string;
  quantity: number;
  /** Package ids by pool. A missing pool has its default (`getAddOnPackageId`). */
  addOns: Record<string, string>;
  /** By pool. The default is 1. */
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

export function createEmptyForm(draw: CheckoutDraw): CheckoutForm {
  return {
    choice: getDefaultChoice(draw),
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

function getDefaultChoice(draw: CheckoutDraw): string {
  const choices = draw.groups.flatMap(({ kind, offers }) => offers.map((offer) => ({ kind, offer })));
  const choice = choices.find(({ offer }) => offer.isHighlighted) ?? choices[0];
  return choice ? getOfferKey(choice.kind, choice.offer.id) : "";
}

export type OfferChoice = { kind: OfferGroup["kind"]; offer: Offer };

/** Includes the kind, because a package and a bundle may share an id. */
export function getOfferKey(kind: OfferGroup["kind"], offerId: string): string {
  return `${kind}:${offerId}`;
}

export function findChosenOffer(draw: CheckoutDraw, form: CheckoutForm): OfferChoice | null {
  for (const { kind, offers } of draw.groups) {
    const offer = offers.find(({ id }) => getOfferKey(kind, id) === form.choice);
    if (offer) return { kind, offer };
  }
  return null;
}

export function getIncludedPoolIds(draw: CheckoutDraw, form: CheckoutForm): Set<string> {
  const choice = findChosenOffer(draw, form);
  if (choice?.kind !== "bundles") return new Set();
  const bundle = draw.catalogue.bundles.find(({ bundleId }) => bundleId === choice.offer.id);
  return new Set(bundle?.items.map(({ poolId }) => poolId));
}
