import { useTranslations } from "next-intl";
import { useEffect } from "react";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

import type { CheckoutDraw } from "./checkout-draw";
import { ErrorText } from "./error-text";
import type { ProblemField } from "./problem-fields";
import type { FormControl } from "./use-checkout-form";
import type { PositionControl, PositionState } from "./use-position";
import { useProvinceWords } from "./use-province-words";

type LocationShareProps = {
  draw: CheckoutDraw;
  control: FormControl;
  position: PositionControl;
  errorOf: (field: ProblemField) => string | null;
};

/** What the browser said instead of a position. */
type PositionRefusal = Exclude<PositionState, "idle" | "asking" | "known">;

/** Of a state, why there is no position; null where none was refused. */
export function refusalOf(state: PositionState): PositionRefusal | null {
  return state === "idle" || state === "asking" || state === "known" ? null : state;
}

/** A position that has come solves the problem that it was missing. */
function useSolving({ problems, setProblems }: FormControl, isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown || !problems.position) return;
    const { position: _solved, ...others } = problems;
    setProblems(others);
  }, [isKnown, problems, setProblems]);
}

/** Why the draw needs the device's location, and the button that asks for it; nothing where it does not. */
export function LocationShare({ draw, control, position, errorOf }: LocationShareProps) {
  const t = useTranslations("checkout.position");
  const { place, places } = useProvinceWords(draw);
  const { isWanted, state, ask } = position;
  const isKnown = state === "known";
  useSolving(control, isKnown);
  if (!isWanted) return null;
  const refusal = refusalOf(state);
  const error = refusal ? t(refusal) : errorOf("position");
  return (
    <section aria-labelledby="checkout-position-title" className="mt-5 grid gap-2">
      <h3 id="checkout-position-title" className="font-medium">
        {t("title")}
      </h3>
      <p id="checkout-position-why" className="text-muted text-sm">
        {place ? t("why", { place }) : t("whyMany", { places })}
      </p>
      <p role="status" className="flex items-center gap-2 text-positive empty:sr-only">
        {isKnown ? <Icon name="check-circle" className="size-5 shrink-0" /> : null}
        {isKnown ? t("known") : null}
      </p>
      <Button
        id="checkout-position"
        variant="secondary"
        busy={state === "asking"}
        aria-invalid={error ? true : undefined}
        aria-describedby={`checkout-position-why${error ? " checkout-position-error" : ""}`}
        onClick={ask}
      >
        {t(state === "asking" ? "asking" : isKnown || refusal ? "again" : "share")}
      </Button>
      <ErrorText id="checkout-position-error" text={error} />
    </section>
  );
}
