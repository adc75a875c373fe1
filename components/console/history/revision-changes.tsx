"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import { LoadFailure } from "@/components/console/load-failure";
import { revisionQuery } from "@/lib/history/client";
import type { LeafValue, ValueChange } from "@/lib/history/rules.revision";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { useFieldLabel } from "./use-entry-text";

type RevisionChangesProps = { id: string; draw: string; revision: number };

/** The values that a revision changed, before and after. */
export function RevisionChanges({ id, draw, revision }: RevisionChangesProps) {
  const t = useTranslations("console.history.revision");
  const tConsole = useTranslations("console");
  const read = useQuery(revisionQuery(draw, revision));
  const isNew = read.data?.isNew === true;
  return (
    <div id={id} className="mt-2 grid grid-cols-1 gap-2 rounded-control bg-sunken p-3">
      {read.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      <LoadFailure read={read} />
      {read.data?.changes.length === 0 ? <p>{t("none")}</p> : null}
      {read.data ? (
        <dl className="grid grid-cols-1 gap-3 text-sm">
          {read.data.changes.map((change) => (
            <ChangedValue key={change.path.join(" ")} change={change} isNew={isNew} />
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function ChangedValue({ change, isNew }: { change: ValueChange; isNew: boolean }) {
  const t = useTranslations("console.history.revision");
  const pathLabel = usePathLabel();
  const leafText = useLeafText();
  const [before, after] = [leafText(change.before), leafText(change.after)];
  return (
    <div className="grid grid-cols-1 gap-0.5">
      <dt className="font-semibold">{pathLabel(change.path)}</dt>
      {isNew ? null : <dd className="whitespace-pre-line text-muted">{t("before", { value: before })}</dd>}
      <dd className="whitespace-pre-line">{isNew ? after : t("after", { value: after })}</dd>
    </div>
  );
}

/** The field in words, then the path to the value, with places from 1 and names as in the draw's file. */
function usePathLabel(): (path: readonly string[]) => string {
  const fieldLabel = useFieldLabel();
  const languages = useTranslations("language");
  const prizeTypes = useTranslations("draw.prizeTypes");
  return ([field = "", ...rest]) => {
    const parts = rest.map((segment) => {
      if (/^\d+$/.test(segment)) return String(Number(segment) + 1);
      if (segment === "en" || segment === "fr") return languages(segment);
      const type = segment as Parameters<typeof prizeTypes>[0];
      return prizeTypes.has(type) ? prizeTypes(type) : segment;
    });
    return [fieldLabel(field), ...parts].join(" › ");
  };
}

function useLeafText(): (value: LeafValue) => string {
  const t = useTranslations("console.history.values");
  const locale = useLocale();
  return (value) => {
    if (value === null || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number") return new Intl.NumberFormat(`${locale}-CA`).format(value);
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? formatInstant(value, locale, consoleZone, "dated") : value;
  };
}
