import { useCallback, useEffect, useRef } from "react";

import type { PositionState } from "@/components/order-form/location-share";
import { focusId } from "@/components/ui/focus-id";
import type { CheckoutPage } from "./checkout-page";

/** Whether Apple's sheet would be of no use yet: a new order that lacks the location. A held one has told it. */
export function lacksPosition({ position, purchase }: Pick<CheckoutPage, "position" | "purchase">): boolean {
  return position.isWanted && position.state !== "known" && purchase.state.order === null;
}

/**
 * Once the location that was asked for here is known, its button is gone: the one that stands in its place takes the
 * focus, unless the buyer has gone on meanwhile. Gives what to call when it is asked for here.
 */
export function useFocusAfterPosition(isLacking: boolean, state: PositionState, buttonId: string): () => void {
  const wasAskedHere = useRef(false);
  useEffect(() => {
    if (state === "asking") return;
    const mayTakeFocus = !isLacking && wasAskedHere.current && document.activeElement === document.body;
    wasAskedHere.current = false;
    if (mayTakeFocus) focusId(buttonId);
  }, [isLacking, state, buttonId]);
  return useCallback(() => {
    wasAskedHere.current = true;
  }, []);
}
