import { useTranslations } from "next-intl";

import type { FieldProblemKey } from "@/lib/platform/http/reasons";

import type { CheckoutDraw } from "./checkout-draw";
import type { FormProblems, ProblemField } from "./form-problems";

const ownFields = ["choice", "name", "email", "phone", "province", "postalCode", "age", "location", "rules"] as const;

type OwnField = (typeof ownFields)[number];

function isOwn(place: string): place is OwnField {
  return ownFields.some((own) => own === place);
}

/** Says what is wrong at a place and what would be right; null for a place without a problem. */
export function useProblemText(
  draw: Pick<CheckoutDraw, "addOns">,
  problems: FormProblems,
): (place: ProblemField) => string | null {
  const t = useTranslations("checkout");
  const general = useTranslations("fieldProblems");
  const addOnText = (poolId: string, problem: FieldProblemKey) => {
    const title = draw.addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? "";
    if (problem === "required") return t("missing.addOn", { title });
    return problem === "too-large" ? t("tooMany.addOn", { title }) : t("wrong.addOn", { title });
  };
  const textOf = (place: ProblemField, problem: FieldProblemKey) => {
    if (place.startsWith("addOns.")) return addOnText(place.slice("addOns.".length), problem);
    if (!isOwn(place)) return general(problem);
    if (place === "choice" && problem === "too-large") return t("tooMany.choice");
    if (problem === "required" || problem === "must-accept") return t(`missing.${place}`);
    return problem === "malformed" || problem === "not-in-draw" ? t(`wrong.${place}`) : general(problem);
  };
  return (place) => {
    const problem = problems[place];
    return problem ? textOf(place, problem) : null;
  };
}
