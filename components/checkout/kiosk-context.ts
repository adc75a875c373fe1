import type { ComponentType } from "react";
import { createContext, useContext } from "react";

import type { CardState } from "@/components/payment/card/card-state";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { OrderView } from "@/lib/orders/rules";

export type WatchedPage = {
  purchase: { state: Pick<CheckoutState, "order" | "phase"> };
  card: { card: CardState };
};

/** On a shared tablet, the checkout calls these instead of leaving the page (docs/design.md, Shared tablet). */
export type Kiosk = {
  /** The buyer of an unpaid order is still there. Otherwise its tickets are released. */
  isResumed: boolean;
  onOutcome: (order: OrderView) => void;
  onStart: (work?: Promise<unknown>) => void;
  /** Clears the form once its buyer has left. A prop, so that other pages don't load it. */
  Watcher: ComponentType<{ page: WatchedPage; kiosk: Kiosk }>;
};

const KioskContext = createContext<Kiosk | null>(null);

export const KioskProvider = KioskContext.Provider;

export function useKiosk(): Kiosk | null {
  return useContext(KioskContext);
}
