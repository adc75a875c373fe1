import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { ProblemField } from "@/components/order-form/field-problems";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { PositionRequest } from "./position-request";
import type { PositionControl } from "./use-position";

type LocationShareProps = {
  draw: CheckoutDraw;
  control: FormControl;
  position: PositionControl;
  getError: (field: ProblemField) => string | null;
};

export function LocationShare({ draw, control, position, getError }: LocationShareProps) {
  const t = useTranslations("checkout.position");
  useClearPositionProblem(control, position.state === "known");
  if (!position.isWanted) return null;
  return (
    <section aria-labelledby="checkout-position-title" className="mt-5 grid gap-2">
      <h3 id="checkout-position-title" className="font-medium">
        {t("title")}
      </h3>
      <PositionRequest id="checkout-position" draw={draw} position={position} problem={getError("position")} />
    </section>
  );
}

function useClearPositionProblem({ problems, setProblems }: FormControl, isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown || !problems.position) return;
    const { position: _solved, ...others } = problems;
    setProblems(others);
  }, [isKnown, problems, setProblems]);
}
