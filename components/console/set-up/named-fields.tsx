"use client";

import { useTranslations } from "next-intl";
import { usePathLabel } from "@/components/console/history/use-change-text";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { Notice } from "@/components/ui/notice";
import { getValue } from "@/lib/drafts/rules.paths";
import type { DraftStep } from "@/lib/drafts/rules.steps";
import { findStep } from "@/lib/drafts/rules.steps";
import type { DraftContent } from "@/lib/drafts/schema";
import { nameItem } from "@/lib/history/rules.items";
import type { ValueChange } from "@/lib/history/rules.revision";
import { compareValues } from "@/lib/history/rules.revision";
import type { FieldProblem } from "@/lib/platform/http/reasons";

/** Typed times have no offset, and saved ones do. */
const wallClockPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function toComparable(content: DraftContent): unknown {
  return JSON.parse(JSON.stringify(content), (_field, value: unknown) =>
    typeof value === "string" && wallClockPattern.test(value) ? value.slice(0, 16) : value,
  );
}

const maxNames = 8;

/** Names the fields in which the versions of two editors differ. */
export function DifferingFields({ own, newer }: { own: DraftContent; newer: DraftContent }) {
  const t = useTranslations("console.setUp.save");
  const pathLabel = usePathLabel();
  const labels = [...new Set(compareValues(toComparable(newer), toComparable(own)).map((change) => pathLabel(change)))];
  if (labels.length === 0) return <p>{t("same")}</p>;
  const more = labels.length - maxNames;
  return (
    <div>
      <p>{t("differing")}</p>
      <ul className="ml-5 list-disc">
        {labels.slice(0, maxNames).map((label) => (
          <li key={label}>{label}</li>
        ))}
        {more > 0 ? <li>{t("more", { count: more })}</li> : null}
      </ul>
    </div>
  );
}

/** A path with the names of the list items that it goes through. */
function toNamedPath(content: DraftContent, field: string): Pick<ValueChange, "path" | "items"> {
  const path = field.split(".");
  const items = path.flatMap((_part, depth) => {
    const isOfList = depth > 0 && Array.isArray(getValue(content, path.slice(0, depth).join(".")));
    if (!isOfList) return [];
    return [{ depth, change: "kept" as const, name: nameItem(getValue(content, path.slice(0, depth + 1).join("."))) }];
  });
  return { path, items };
}

type UnfitFieldsProps = {
  /** What the draft had when it was opened. */
  problems: readonly FieldProblem[];
  droppedFields: readonly string[];
  onOpenStep: (step: DraftStep) => void;
};

/** Names what no longer fits of a draft that was begun earlier, until it is corrected. Unknown fields have no input. */
export function UnfitFields({ problems, droppedFields, onOpenStep }: UnfitFieldsProps) {
  const t = useTranslations("console.setUp");
  const pathLabel = usePathLabel();
  const { content, view, set } = useDraftContext();
  const isOpen = ({ field, problem }: FieldProblem) =>
    view.problems.some((each) => each.field === field && each.problem === problem);
  const open = problems.filter(isOpen);
  if (open.length + droppedFields.length === 0) return null;
  return (
    <Notice tone="warning" title={open.length > 0 ? t("unfit.title", { count: open.length }) : null}>
      {open.length > 0 ? <p>{t("unfit.text")}</p> : null}
      <ul className="grid grid-cols-1 gap-1">
        {open.map(({ field, problem }) => {
          const step = findStep(field);
          return (
            <li key={field} className="flex flex-wrap items-center gap-x-3">
              <span className="font-semibold">{pathLabel(toNamedPath(content, field))}</span>
              {problem === "unknown" ? (
                <button type="button" className="min-h-11 underline" onClick={() => set(field, undefined)}>
                  {t("unfit.remove")}
                </button>
              ) : (
                <button type="button" className="min-h-11 underline" onClick={() => onOpenStep(step)}>
                  {t("openStep", { step: t(`steps.${step}`) })}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {droppedFields.length > 0 ? (
        <p>{t("unfit.dropped", { count: droppedFields.length, fields: droppedFields.join(", ") })}</p>
      ) : null}
    </Notice>
  );
}
