"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { useState } from "react";

import { opensElsewhere } from "@/components/console/console-link";
import { useDateTimeFormat } from "@/components/console/use-console-text";
import type { HistoryQueryFilter } from "@/lib/history/client";
import type { HistoryEntry } from "@/lib/history/rules";
import type { CurrentAdmin } from "@/lib/people/rules";
import { RevisionChanges } from "./revision-changes";
import { useActorLabel, useChainLabel, useDetailLines, useKindLabel } from "./use-entry-text";

type FilterChanges = Partial<HistoryQueryFilter>;

/** Links to the entries of the same place or person: a URL, and a handler that changes the filter in place. */
export type FilterLinks = { getHref: (changes: FilterChanges) => string; onChoose: (changes: FilterChanges) => void };

type EntryTableProps = { entries: HistoryEntry[]; links: FilterLinks; admin: CurrentAdmin };

const linkClass = "-my-1 inline-block py-1 text-left underline decoration-line-strong underline-offset-4";

const rowClass = "align-top max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2 max-sm:py-2.5 max-sm:text-sm";

/** A table from 640 px on. On a narrower screen, each entry is a block that begins with the action. */
export function EntryTable({ entries, links, admin }: EntryTableProps) {
  const t = useTranslations("console.history");
  return (
    <table className="w-full border-collapse text-left max-sm:block">
      <thead className="border-line border-b text-muted text-sm max-sm:sr-only">
        <tr>
          {(["when", "what", "where", "who"] as const).map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-semibold nth-2:w-2/5">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} links={links} admin={admin} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry, links, admin }: Pick<EntryTableProps, "links" | "admin"> & { entry: HistoryEntry }) {
  const t = useTranslations("console.history");
  const formatDateTime = useDateTimeFormat();
  const kindLabel = useKindLabel();
  const detailLines = useDetailLines();
  const chainLabel = useChainLabel();
  const actorLabel = useActorLabel(admin.person?.personId ?? null);
  const { chain, title, at, who, sequence, hasRevision, detail } = entry;
  const place = chainLabel(chain, title);
  const name = actorLabel(who);
  const details = detailLines(entry).join(" · ");
  return (
    <tr className={rowClass}>
      <td className="text-muted text-sm sm:whitespace-nowrap sm:py-2.5 sm:pr-4">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td className="max-sm:-order-1 max-sm:basis-full sm:py-2.5 sm:pr-4">
        <p className="font-semibold max-sm:text-base">{kindLabel(entry)}</p>
        {details ? <p className="text-muted text-sm">{details}</p> : null}
        {hasRevision ? <Revision draw={chain} revision={Number(detail.revision)} /> : null}
      </td>
      <td className="max-sm:contents sm:py-2.5 sm:pr-4">
        <FilterLink changes={{ chain }} links={links} title={t("onlyWhere", { name: place })}>
          {place}
        </FilterLink>
        <p className="text-muted text-sm max-sm:order-1">
          {sequence === null ? t("unsealed") : t("place", { sequence })}
        </p>
      </td>
      <td className="sm:py-2.5">
        <FilterLink changes={{ who: who.key }} links={links} title={t("onlyWho", { name })}>
          {name}
        </FilterLink>
      </td>
    </tr>
  );
}

type FilterLinkProps = { changes: FilterChanges; links: FilterLinks; title: string; children: ReactNode };

function FilterLink({ changes, links: { getHref, onChoose }, title, children }: FilterLinkProps) {
  const choose = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onChoose(changes);
  };
  return (
    <a href={getHref({ before: "", ...changes })} title={title} className={linkClass} onClick={choose}>
      {children}
    </a>
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
