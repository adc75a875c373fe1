import type { ComponentType } from "react";
import { createContext, useContext } from "react";

import type { CardState } from "@/components/payment/card/card-state";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { OrderView } from "@/lib/orders/rules";

export type WatchedPage = {
  purchase: { state: Pick<CheckoutState, "order" | "phase"> };
  card: { card: CardState };
};

/** What a checkout on a shared tablet does instead of leaving the page (docs/design.md, Shared tablet). */
export type Kiosk = {
  /** True if the buyer of an unpaid order is still there. Otherwise its tickets are released. */
  isResumed: boolean;
  onOutcome: (order: OrderView) => void;
  onStart: (work?: Promise<unknown>) => void;
  /** Clears the form when its buyer has left. It is passed in, so that other pages do not load it. */
  Watcher: ComponentType<{ page: WatchedPage; kiosk: Kiosk }>;
};

const KioskContext = createContext<Kiosk | null>(null);

export const KioskProvider = KioskContext.Provider;

export function useKiosk(): Kiosk | null {
  return useContext(KioskContext);
}
