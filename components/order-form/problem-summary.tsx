import { useTranslations } from "next-intl";

import { Notice } from "@/components/ui/notice";
import type { FormProblems, ProblemField } from "./problem-fields";
import { problemFields } from "./problem-fields";

type ProblemSummaryProps = {
  problems: FormProblems;
  errorOf: (field: ProblemField) => string | null;
};

/** Moves the focus to a field of the form. */
function focusField(field: ProblemField): void {
  document.getElementById(`checkout-${field}`)?.focus();
}

/** Everything that is still to be put right, each a way to its field. */
export function ProblemSummary({ problems, errorOf }: ProblemSummaryProps) {
  const t = useTranslations("checkout");
  const fields = problemFields(problems);
  if (fields.length === 0) return null;
  return (
    <Notice tone="danger" title={t("problemsTitle", { count: fields.length })} className="mb-4">
      <ul className="grid gap-1">
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              className="py-1 text-left underline underline-offset-4"
              onClick={() => focusField(field)}
            >
              {errorOf(field)}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
