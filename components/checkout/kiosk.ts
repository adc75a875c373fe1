import type { ComponentType } from "react";
import { createContext, useContext } from "react";

import type { CardState } from "@/components/payment/card/card-state";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { OrderView } from "@/lib/orders/rules";

/** What is watched of a checkout: its purchase and its card fields. */
export type WatchedPage = {
  purchase: { state: Pick<CheckoutState, "order" | "phase"> };
  card: { card: CardState };
};

/**
 * A tablet that strangers use one after the other (docs/design.md, Shared tablet): what its checkout does instead of
 * leaving the page.
 */
export type Kiosk = {
  /** The buyer of an unpaid order that is found is still there; otherwise its tickets go back on sale. */
  isResumed: boolean;
  /** Shows what became of an order on this very page. */
  onOutcome: (order: OrderView) => void;
  /** Forgets everything and begins anew; `work` ends what is left to do at the server. */
  onStart: (work?: Promise<unknown>) => void;
  /** Clears the form when its buyer has left or starts over; here, so that no other page has to load it. */
  Watch: ComponentType<{ page: WatchedPage; kiosk: Kiosk }>;
};

const KioskContext = createContext<Kiosk | null>(null);

/** Makes the checkout below it that of a shared tablet. */
export const KioskProvider = KioskContext.Provider;

/** What the shared tablet around this checkout does; null on a buyer's own device. */
export function useKiosk(): Kiosk | null {
  return useContext(KioskContext);
}
