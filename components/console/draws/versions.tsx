"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";

import { ConsoleLink } from "@/components/console/console-link";
import { consoleZone } from "@/components/console/console-zone";
import { RevisionChanges } from "@/components/console/history/revision-changes";
import { useActorLabel, useDetailLines } from "@/components/console/history/use-entry-text";
import { LoadFailure } from "@/components/console/load-failure";
import { useDateTimeFormat, useRefusalText } from "@/components/console/use-console-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ListedDraw } from "@/lib/draws/client";
import { filterKeys, historyQuery } from "@/lib/history/client";
import type { HistoryEntry } from "@/lib/history/rules";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { useStartDraft } from "./use-start-draft";

type VersionsProps = { draw: ListedDraw; admin: CurrentAdmin };

const shownAtFirst = 5;

function useVersions(drawId: string) {
  const noFilter = Object.fromEntries(filterKeys.map((key) => [key, ""])) as Record<
    (typeof filterKeys)[number],
    string
  >;
  const read = useQuery(historyQuery({ ...noFilter, chain: drawId, kind: "draws" }, consoleZone));
  return { read, versions: read.data?.entries.filter(({ hasRevision }) => hasRevision) };
}

/** The draw's versions, newest first: who published them, when, and what they changed. */
export function Versions({ draw, admin }: VersionsProps) {
  const t = useTranslations("console.draws.versions");
  const tConsole = useTranslations("console");
  const locale = useLocale();
  const { read, versions } = useVersions(draw.id);
  const [isWhole, setWhole] = useState(false);
  const refusalText = useRefusalText();
  const { isBusy, isTaken, refusal, start } = useStartDraft();
  const use = (revision: number) => void start({ drawId: draw.id, revision });
  const mayUse = hasRight(admin, "draws") && !draw.isFed;
  const shown = isWhole ? versions : versions?.slice(0, shownAtFirst);
  return (
    <Card aria-labelledby="versions" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="versions" className="text-xl">
          {t("title")}
        </h2>
        <p className="text-muted">{t("text")}</p>
      </div>
      {isTaken ? <Notice tone="danger" role="alert" title={t("hasDraft")} /> : null}
      {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
      {read.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      <LoadFailure read={read} />
      {versions?.length === 0 ? <p>{t("none")}</p> : null}
      <ol className="divide-y divide-line">
        {shown?.map((entry, index) => (
          <Version
            key={entry.id}
            {...{ entry, admin, isBusy }}
            isCurrent={index === 0}
            onUse={mayUse && index > 0 ? use : null}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-4">
        {versions && versions.length > shownAtFirst && !isWhole ? (
          <Button variant="secondary" onClick={() => setWhole(true)}>
            {t("more")}
          </Button>
        ) : null}
        <ConsoleLink
          href={localizedPath(locale, `/console/history?chain=${draw.id}`)}
          className="inline-flex min-h-11 items-center underline"
        >
          {t("all")}
        </ConsoleLink>
      </div>
    </Card>
  );
}

type VersionProps = {
  entry: HistoryEntry;
  admin: CurrentAdmin;
  isBusy: boolean;
  isCurrent: boolean;
  onUse: ((revision: number) => void) | null;
};

function Version({ entry, admin, isBusy, isCurrent, onUse }: VersionProps) {
  const t = useTranslations("console.draws.versions");
  const tConsole = useTranslations("console");
  const tRevision = useTranslations("console.history.revision");
  const formatDateTime = useDateTimeFormat();
  const actorLabel = useActorLabel(admin.person?.personId ?? null);
  const detailLines = useDetailLines();
  const [isOpen, setOpen] = useState(false);
  const version = Number(entry.detail.revision);
  const { fields } = entry.detail;
  const id = `version-${version}`;
  return (
    <li className="grid grid-cols-1 gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{t("version", { version })}</h3>
        {isCurrent ? <Badge>{t("current")}</Badge> : null}
        <p className="text-muted text-sm">
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          <span>{` · ${actorLabel(entry.who)}`}</span>
        </p>
      </div>
      {fields ? <p className="text-sm">{detailLines({ ...entry, detail: { fields } }).join(" · ")}</p> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          className="-mx-5"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {tRevision(isOpen ? "hide" : "show")}
        </Button>
        {onUse ? (
          <Button
            variant="secondary"
            disabled={isBusy}
            aria-label={tConsole("actionFor", { action: t("use"), name: t("version", { version }) })}
            onClick={() => onUse(version)}
          >
            {t("use")}
          </Button>
        ) : null}
      </div>
      {isOpen ? <RevisionChanges id={id} draw={entry.chain} revision={version} /> : null}
    </li>
  );
}
