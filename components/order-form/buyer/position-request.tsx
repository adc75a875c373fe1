import { useTranslations } from "next-intl";
import type { PositionControl, PositionState } from "@/components/order-form/buyer/use-position";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { ErrorText } from "@/components/order-form/field-problems";
import { useProvinceNames } from "@/components/order-form/use-province-names";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type PositionRequestProps = {
  id: string;
  draw: CheckoutDraw;
  position: PositionControl;
  problem?: string | null;
  onAsk?: () => void;
};

export function PositionRequest({ id, draw, position: { state, ask }, problem = null, onAsk }: PositionRequestProps) {
  const t = useTranslations("checkout.position");
  const { place } = useProvinceNames(draw);
  const isKnown = state === "known";
  const refusal = findRefusal(state);
  const error = refusal ? t(refusal) : problem;
  return (
    <>
      <p id={`${id}-why`} className="hint">
        {t("why", { place })}
      </p>
      <p role="status" className="flex items-center gap-2 text-positive empty:sr-only">
        {isKnown ? <Icon name="check-circle" className="size-5 shrink-0" /> : null}
        {isKnown ? <span>{t("known")}</span> : null}
      </p>
      <Button
        id={id}
        variant="secondary"
        busy={state === "asking"}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-why${error ? ` ${id}-error` : ""}`}
        onClick={() => {
          onAsk?.();
          ask();
        }}
      >
        <Icon name="map-pin" />
        <span>{t(state === "asking" ? "asking" : isKnown || refusal ? "again" : "share")}</span>
      </Button>
      <ErrorText id={`${id}-error`} text={error} />
    </>
  );
}

type PositionRefusal = Exclude<PositionState, "idle" | "asking" | "known">;

function findRefusal(state: PositionState): PositionRefusal | null {
  return state === "idle" || state === "asking" || state === "known" ? null : state;
}
