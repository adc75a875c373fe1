import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { choiceOf, linesOfOffer } from "@/components/order-form/checkout-form";
import type { Offer, OfferGroup } from "@/components/order-form/offers";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import { maxTimes } from "@/lib/orders/rules.lines";

/** An offer with the name that the form keeps it by. */
export type SaleOffer = { kind: OfferGroup["kind"]; offer: Offer; value: string };

/** So many offers have a key of a keyboard, from 1. */
export const offerKeys = 6;

/** The offers of a draw in the order in which they are shown. */
export function offersOf(draw: CheckoutDraw): SaleOffer[] {
  return draw.groups.flatMap(({ kind, offers }) =>
    offers.map((offer) => ({ kind, offer, value: choiceOf(kind, offer.id) })),
  );
}

/** How often an offer may be bought at most; 0 where it cannot be had now. */
export function mostOf(draw: CheckoutDraw, { kind, offer }: Omit<SaleOffer, "value">, sale: SaleMoment): number {
  const lines = linesOfOffer(draw, kind, offer.id, sale.now);
  return lines.length > 0 ? maxTimes(draw.catalogue, lines, sale) : 0;
}

/** Chooses an offer, once. */
export function chooseOffer({ set }: FormControl, { value }: Pick<SaleOffer, "value">): void {
  set("choice", value);
  set("quantity", 1);
}
