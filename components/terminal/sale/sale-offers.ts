import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { Chosen } from "@/components/order-form/checkout-form";
import { choiceOf } from "@/components/order-form/checkout-form";

/** An offer with the name that the form keeps it by. */
export type SaleOffer = Chosen & { value: string };

/** So many offers have a key of a keyboard, from 1. */
const offerKeys = 6;

/** The first offers of a draw, as they are shown: those that a key of a keyboard chooses. */
export function keyedOffers(draw: CheckoutDraw): SaleOffer[] {
  const all = draw.groups.flatMap(({ kind, offers }) =>
    offers.map((offer) => ({ kind, offer, value: choiceOf(kind, offer.id) })),
  );
  return all.slice(0, offerKeys);
}
