import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { ErrorText } from "@/components/order-form/error-text";
import { refusalOf } from "@/components/order-form/location-share";
import type { PositionControl, PositionState } from "@/components/order-form/use-position";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
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

type PositionFirstProps = { draw: CheckoutDraw; position: PositionControl; onAsk: () => void };

/** Where the buyer is, which the draw needs before Apple's sheet may open: why, and the button that tells it. */
export function PositionFirst({ draw, position, onAsk }: PositionFirstProps) {
  const t = useTranslations("checkout.position");
  const { place, places } = useProvinceWords(draw);
  const { state, ask } = position;
  const refusal = refusalOf(state);
  return (
    <>
      <p id="apple-position-why" className="hint">
        {place ? t("why", { place }) : t("whyMany", { places })}
      </p>
      <Button
        variant="secondary"
        busy={state === "asking"}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={`apple-position-why${refusal ? " apple-position-error" : ""}`}
        onClick={() => {
          onAsk();
          ask();
        }}
      >
        <Icon name="map-pin" />
        {t(state === "asking" ? "asking" : refusal ? "again" : "share")}
      </Button>
      <ErrorText id="apple-position-error" text={refusal && t(refusal)} />
    </>
  );
}
