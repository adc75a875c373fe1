"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";

import { LoadFailure } from "@/components/console/load-failure";
import { revisionQuery } from "@/lib/history/client";
import type { RevisionView, ValueChange } from "@/lib/history/rules.revision";

import { useItemText, useLeafText, usePathLabel } from "./use-change-text";

type RevisionChangesProps = { id: string; draw: string; revision: number };

export function RevisionChanges({ id, draw, revision }: RevisionChangesProps) {
  const t = useTranslations("console.history.revision");
  const tConsole = useTranslations("console");
  const read = useQuery(revisionQuery(draw, revision));
  return (
    <div id={id} className="mt-2 grid grid-cols-1 gap-2 rounded-control bg-sunken p-3">
      {read.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      <LoadFailure read={read} />
      {read.data?.changes.length === 0 ? <p>{t("none")}</p> : null}
      {read.data ? (
        <dl className="grid grid-cols-1 gap-3 text-sm">
          {groupChanges(read.data.changes).map((group) => (
            <ChangedValues key={group.key} group={group} view={read.data} />
          ))}
        </dl>
      ) : null}
    </div>
  );
}

type ChangeGroup = { key: string; depth: number; change: "added" | "removed" | "kept"; changes: ValueChange[] };

/** Groups the values of an item that was added or removed. Every other change is its own group. */
function groupChanges(changes: readonly ValueChange[]): ChangeGroup[] {
  const groups = changes.map((value): ChangeGroup => {
    const item = value.items.find(({ change }) => change !== "kept");
    const path = item ? value.path.slice(0, item.depth + 1) : value.path;
    const change = item?.change ?? "kept";
    const key = [value.isReordered ? "order" : change, ...path].join(" ");
    return { key, depth: item?.depth ?? value.path.length, change, changes: [value] };
  });
  return [...Map.groupBy(groups, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, changes: [first, ...others].flatMap(({ changes: values }) => values) }] : [],
  );
}

type ChangedValuesProps = { group: ChangeGroup; view: Pick<RevisionView, "isNew" | "pools"> };

function ChangedValues({ group: { depth, change, changes }, view: { isNew, pools = {} } }: ChangedValuesProps) {
  const t = useTranslations("console.history.revision");
  const pathLabel = usePathLabel();
  const leafText = useLeafText(pools);
  const itemText = useItemText(pools);
  const [first] = changes;
  if (!first) return null;
  const { path, items, isReordered } = first;
  const [before, after] = [leafText(first.before, path), leafText(first.after, path)];
  const item = itemText(changes, depth);
  const lines =
    change !== "kept"
      ? [isNew ? item : t(change, { item })]
      : isReordered
        ? [t("reordered")]
        : [...(isNew ? [] : [t("before", { value: before })]), isNew ? after : t("after", { value: after })];
  return (
    <div className="grid grid-cols-1 gap-0.5">
      <dt className="font-semibold">{pathLabel({ path: path.slice(0, depth), items })}</dt>
      {lines.map((line, index) => (
        <dd key={line} className={`whitespace-pre-line wrap-anywhere ${index < lines.length - 1 ? "text-muted" : ""}`}>
          {line}
        </dd>
      ))}
    </div>
  );
}
