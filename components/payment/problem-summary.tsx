import { useTranslations } from "next-intl";
import type { FormProblems, ProblemField } from "@/components/order-form/problem-fields";
import { problemFields } from "@/components/order-form/problem-fields";
import { Notice } from "@/components/ui/notice";
import { useCardError } from "./card/card-section";
import { cardFieldTypes } from "./card/card-state";
import { focusCardField } from "./card/focus-card-field";
import type { CardForm } from "./card/use-card-fields";

type ProblemSummaryProps = {
  problems: FormProblems;
  errorOf: (field: ProblemField) => string | null;
  card: CardForm;
};

/** Moves the focus to a field of the form. */
function focusField(field: ProblemField): void {
  document.getElementById(`checkout-${field}`)?.focus();
}

/**
 * Everything that is still to be put right, each a way to its field. Nothing where that is the card alone: its fields
 * stand right above, and say it themselves.
 */
export function ProblemSummary({ problems, errorOf, card }: ProblemSummaryProps) {
  const t = useTranslations("checkout");
  const cardError = useCardError(card);
  const fields = problemFields(problems);
  if (fields.length === 0) return null;
  const wrong = [
    ...fields.map((field) => ({ key: field, text: errorOf(field), focus: () => focusField(field) })),
    ...cardFieldTypes
      .map((type) => ({ key: type, text: cardError(type), focus: () => focusCardField(card, type) }))
      .filter(({ text }) => text !== null),
  ];
  return (
    <Notice tone="danger" title={t("problemsTitle", { count: wrong.length })} className="mb-4">
      <ul className="grid gap-1">
        {wrong.map(({ key, text, focus }) => (
          <li key={key}>
            <button type="button" className="py-1 text-left underline underline-offset-4" onClick={focus}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
