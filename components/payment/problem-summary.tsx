import { useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { FormProblems, ProblemField } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import { cardFieldIds } from "@/components/payment/card/use-card-fields";
import { Notice } from "@/components/ui/notice";
import { cardLabels, useCardError } from "./card/card-section";
import { cardFieldTypes } from "./card/card-state";
import type { CardForm } from "./card/use-card-fields";

type ProblemSummaryProps = { draw: Pick<CheckoutDraw, "addOns">; problems: FormProblems; card: CardForm };

const problemNames = ["choice", "position", "age", "location", "rules"] as const;
const labelNames = ["name", "email", "phone", "province", "postalCode"] as const;

function useFieldName(draw: Pick<CheckoutDraw, "addOns">): (field: ProblemField) => string {
  const t = useTranslations("checkout");
  return (field) => {
    const problemName = problemNames.find((one) => one === field);
    if (problemName) return t(`problemNames.${problemName}`);
    const label = labelNames.find((one) => one === field);
    if (label) return t(label);
    const addOn = draw.addOns.find(({ poolId }) => field === `addOns.${poolId}`);
    return addOn?.title.text ?? t("problemNames.choice");
  };
}

function focusField(field: ProblemField): void {
  document.getElementById(`checkout-${field}`)?.focus();
}

export function ProblemSummary({ draw, problems, card }: ProblemSummaryProps) {
  const t = useTranslations("checkout");
  const cardError = useCardError(card);
  const getFieldName = useFieldName(draw);
  const fields = listProblemFields(problems);
  if (fields.length === 0) return null;
  const invalidFields = [
    ...fields.map((field) => ({ key: field, name: getFieldName(field), focus: () => focusField(field) })),
    ...cardFieldTypes
      .filter((type) => cardError(type) !== null)
      .map((type) => ({ key: type, name: t(cardLabels[type]), focus: () => focusCardField(card, type) })),
  ];
  return (
    <Notice tone="danger" title={t("problemsTitle", { count: invalidFields.length })} className="mb-4">
      <ul className="flex flex-wrap gap-x-4">
        {invalidFields.map(({ key, name, focus }) => (
          <li key={key}>
            <button type="button" className="py-1 text-left underline underline-offset-4" onClick={focus}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function focusCardField({ focus }: Pick<CardForm, "focus">, type: CardFieldType): void {
  // Focus within the provider's iframe doesn't scroll this page in every browser.
  document.getElementById(cardFieldIds[type])?.scrollIntoView({ block: "center" });
  focus(type);
}
