import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { FieldProblemKey } from "@/lib/platform/http/reasons";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm, FormField } from "./checkout-form";
import { getIncludedPoolIds } from "./checkout-form";
import { useProvinceNames } from "./use-province-names";

export type ProblemField = Exclude<FormField, "addOns" | "addOnQuantities"> | `addOns.${string}` | "position";

export type FormProblems = { [field in ProblemField]?: FieldProblemKey };

/** In the order of the page, because the first field with a problem gets the focus. */
export const fieldOrder: readonly string[] = [
  "choice",
  "quantity",
  "addOns",
  "teamId",
  "name",
  "email",
  "province",
  "phone",
  "postalCode",
  "position",
  "age",
  "location",
  "rules",
];

export function clearSolvedProblems(
  problems: FormProblems,
  field: ProblemField,
  draw: CheckoutDraw,
  form: CheckoutForm,
): FormProblems {
  const solved = new Set<string>([field, ...(field === "quantity" ? ["choice"] : [])]);
  for (const poolId of getIncludedPoolIds(draw, form)) solved.add(`addOns.${poolId}`);
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !solved.has(field)));
}

export function listProblemFields(problems: FormProblems): ProblemField[] {
  const getRank = (field: string) => fieldOrder.indexOf(field.split(".")[0] ?? "");
  return (Object.keys(problems) as ProblemField[]).sort((left, right) => getRank(left) - getRank(right));
}

const fieldsWithText = [
  "choice",
  "name",
  "email",
  "phone",
  "province",
  "postalCode",
  "position",
  "age",
  "rules",
] as const;

type FieldWithText = (typeof fieldsWithText)[number];

function hasText(field: string): field is FieldWithText {
  return fieldsWithText.some((name) => name === field);
}

export function useProblemText(
  draw: Pick<CheckoutDraw, "addOns" | "placeRule" | "places" | "provinces">,
  problems: FormProblems,
): (field: ProblemField) => string | null {
  const t = useTranslations("checkout");
  const tGeneral = useTranslations("fieldProblems");
  const provinceNames = useProvinceNames(draw);
  const addOnText = (poolId: string, problem: FieldProblemKey) => {
    const title = draw.addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? "";
    if (problem === "required") return t("missing.addOn", { title });
    return problem === "too-large" ? t("tooMany.addOn", { title }) : t("wrong.addOn", { title });
  };
  const getText = (field: ProblemField, problem: FieldProblemKey) => {
    if (field.startsWith("addOns.")) return addOnText(field.slice("addOns.".length), problem);
    if (field === "location") return t(`missing.${draw.placeRule}`, provinceNames);
    if (!hasText(field)) return tGeneral(problem);
    if (field === "choice" && problem === "too-large") return t("tooMany.choice");
    if (problem === "required" || problem === "must-accept") return t(`missing.${field}`);
    return problem === "malformed" || problem === "not-in-draw" ? t(`wrong.${field}`) : tGeneral(problem);
  };
  return (field) => {
    const problem = problems[field];
    return problem ? getText(field, problem) : null;
  };
}

export function ErrorText({ id, text }: { id: string; text: string | null }) {
  if (!text) return null;
  return (
    <p id={id} className="problem">
      <Icon name="alert" className="mt-0.5 size-4" />
      <span>{text}</span>
    </p>
  );
}
