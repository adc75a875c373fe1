"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { useMoment } from "@/components/console/use-console-text";
import type { HistoryEntry } from "@/lib/history/rules";
import type { CurrentAdmin } from "@/lib/people/rules";
import type { ChangeFilter } from "./history-filters";
import { RevisionChanges } from "./revision-changes";
import { useActorLabel, useChainLabel, useDetailLines, useKindLabel } from "./use-entry-text";

type EntryTableProps = { entries: HistoryEntry[]; change: ChangeFilter; me: CurrentAdmin };

const linkClass = "-my-1 inline-block py-1 text-left underline decoration-line-strong underline-offset-4";

/** A table from 640 px on. On a narrower screen, each entry is a block. */
export function EntryTable({ entries, change, me }: EntryTableProps) {
  const t = useTranslations("console.history");
  return (
    <table className="w-full border-collapse text-left max-sm:block">
      <thead className="border-line border-b text-muted text-sm max-sm:sr-only">
        <tr>
          {(["when", "what", "where", "who"] as const).map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-semibold">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} change={change} me={me} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry, change, me }: Pick<EntryTableProps, "change" | "me"> & { entry: HistoryEntry }) {
  const t = useTranslations("console.history");
  const momentOf = useMoment();
  const kindLabel = useKindLabel();
  const detailLines = useDetailLines();
  const chainLabel = useChainLabel();
  const actorLabel = useActorLabel(me.person?.personId ?? null);
  const { chain, title, action, at, who, sequence, hasRevision, detail } = entry;
  const place = chainLabel(chain, title);
  const name = actorLabel(who);
  return (
    <tr className="align-top max-sm:grid max-sm:gap-1 max-sm:py-3">
      <td className="text-muted text-sm sm:whitespace-nowrap sm:py-2.5 sm:pr-4">
        <time dateTime={at}>{momentOf(at)}</time>
      </td>
      <td className="sm:py-2.5 sm:pr-4">
        <p className="font-semibold">{kindLabel(action)}</p>
        {detailLines(entry).map((line) => (
          <p key={line} className="text-muted text-sm">
            {line}
          </p>
        ))}
        {hasRevision ? <Revision draw={chain} revision={Number(detail.revision)} /> : null}
      </td>
      <td className="sm:py-2.5 sm:pr-4">
        <button
          type="button"
          className={linkClass}
          title={t("onlyWhere", { name: place })}
          onClick={() => change({ chain })}
        >
          {place}
        </button>
        <p className="text-muted text-sm">{sequence === null ? t("unsealed") : t("place", { sequence })}</p>
      </td>
      <td className="sm:py-2.5">
        <button
          type="button"
          className={linkClass}
          title={t("onlyWho", { name })}
          onClick={() => change({ who: who.key })}
        >
          {name}
        </button>
      </td>
    </tr>
  );
}

function Revision({ draw, revision }: { draw: string; revision: number }) {
  const t = useTranslations("console.history.revision");
  const [isOpen, setOpen] = useState(false);
  const id = `revision-${draw}-${revision}`;
  return (
    <>
      <button
        type="button"
        className={linkClass}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "hide" : "show")}
      </button>
      {isOpen ? <RevisionChanges id={id} draw={draw} revision={revision} /> : null}
    </>
  );
}
