import { useTranslations } from "next-intl";

import type { FieldProblemKey } from "@/lib/platform/http/reasons";

import type { CheckoutDraw } from "./checkout-draw";
import type { FormProblems, ProblemField } from "./problem-fields";
import { useProvinceWords } from "./use-province-words";

const ownFields = ["choice", "name", "email", "phone", "province", "postalCode", "position", "age", "rules"] as const;

type OwnField = (typeof ownFields)[number];

function isOwn(field: string): field is OwnField {
  return ownFields.some((own) => own === field);
}

/** Says what is wrong at a field and what would be right; null for a field without a problem. */
export function useProblemText(
  draw: Pick<CheckoutDraw, "addOns" | "placeRule" | "places" | "provinces">,
  problems: FormProblems,
): (field: ProblemField) => string | null {
  const t = useTranslations("checkout");
  const general = useTranslations("fieldProblems");
  const where = useProvinceWords(draw);
  const addOnText = (poolId: string, problem: FieldProblemKey) => {
    const title = draw.addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? "";
    if (problem === "required") return t("missing.addOn", { title });
    return problem === "too-large" ? t("tooMany.addOn", { title }) : t("wrong.addOn", { title });
  };
  const textOf = (field: ProblemField, problem: FieldProblemKey) => {
    if (field.startsWith("addOns.")) return addOnText(field.slice("addOns.".length), problem);
    if (field === "location") return t(`missing.${draw.placeRule}`, where);
    if (!isOwn(field)) return general(problem);
    if (field === "choice" && problem === "too-large") return t("tooMany.choice");
    if (problem === "required" || problem === "must-accept") return t(`missing.${field}`);
    return problem === "malformed" || problem === "not-in-draw" ? t(`wrong.${field}`) : general(problem);
  };
  return (field) => {
    const problem = problems[field];
    return problem ? textOf(field, problem) : null;
  };
}
