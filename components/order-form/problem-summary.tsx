import { useTranslations } from "next-intl";

import { Notice } from "@/components/ui/notice";
import type { FormProblems, ProblemField } from "./form-problems";
import { problemFields } from "./form-problems";

type ProblemSummaryProps = {
  problems: FormProblems;
  errorOf: (place: ProblemField) => string | null;
};

/** Moves the focus to a place of the form. */
function focusField(place: ProblemField): void {
  document.getElementById(`checkout-${place}`)?.focus();
}

/** Everything that is still to be put right, each a way to its field. */
export function ProblemSummary({ problems, errorOf }: ProblemSummaryProps) {
  const t = useTranslations("checkout");
  const places = problemFields(problems);
  if (places.length === 0) return null;
  return (
    <Notice tone="danger" title={t("problemsTitle", { count: places.length })} className="mb-4">
      <ul className="grid gap-1">
        {places.map((place) => (
          <li key={place}>
            <button
              type="button"
              className="py-1 text-left underline underline-offset-4"
              onClick={() => focusField(place)}
            >
              {errorOf(place)}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
