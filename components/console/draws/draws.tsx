"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";

import { Console } from "@/components/console/console";
import { ConsoleLink } from "@/components/console/console-link";
import { consoleZone } from "@/components/console/console-zone";
import { LoadFailure } from "@/components/console/load-failure";
import { compareDraws } from "@/components/console/use-draw-titles";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { useQueryFilter } from "@/components/console/use-query-filter";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { draftsQuery } from "@/lib/drafts/client";
import type { DraftListItem } from "@/lib/drafts/rules.views";
import type { ListedDraw } from "@/lib/draws/client";
import { drawListQuery } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { DrawState } from "./draw-state";
import { FileForm, fileId } from "./file-form";
import { NewDrawForm, newDrawId } from "./new-draw-form";

export function Draws() {
  return (
    <Console section="draws">
      {() => (
        <PasskeyConfirmationProvider>
          <DrawsPage />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function DrawsPage() {
  const t = useTranslations("console.draws");
  const tConsole = useTranslations("console");
  const draws = useQuery(drawListQuery());
  const drafts = useQuery(draftsQuery(true));
  const [adding, setAdding] = useState<"new" | "file" | null>(null);
  const [{ show }, , getHref] = useQueryFilter(["show"]);
  const isArchive = show === "archived";
  const shownDraws = draws.data?.filter(({ isArchived }) => isArchived === isArchive) ?? [];
  const newDrafts = drafts.data?.filter(({ isNew }) => isNew) ?? [];
  const add = (how: "new" | "file") => {
    setAdding(how);
    focusId(how === "new" ? newDrawId : fileId);
  };
  const cancel = () => setAdding(null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{t("title")}</h1>
        {adding ? null : (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => add("new")}>{t("new")}</Button>
            <Button variant="secondary" onClick={() => add("file")}>
              {t("fromFile")}
            </Button>
          </div>
        )}
      </div>
      {adding === "new" ? <NewDrawForm onCancel={cancel} /> : null}
      {adding === "file" && draws.data && drafts.data ? (
        <FileForm draws={draws.data} drafts={drafts.data} onCancel={cancel} />
      ) : null}
      {draws.isPending || drafts.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      <LoadFailure read={draws} />
      <LoadFailure read={drafts} />
      {isArchive || draws.data?.some(({ isArchived }) => isArchived) ? (
        <nav aria-label={t("list.label")} className="flex gap-4">
          {(["", "archived"] as const).map((each) => (
            <ConsoleLink
              key={each}
              href={getHref({ show: each })}
              aria-current={show === each ? "page" : undefined}
              className="inline-flex min-h-11 items-center underline aria-[current=page]:font-semibold aria-[current=page]:no-underline"
            >
              {t(each === "" ? "list.current" : "list.archived")}
            </ConsoleLink>
          ))}
        </nav>
      ) : null}
      {newDrafts.length > 0 && !isArchive ? (
        <Card aria-labelledby="drafts" className="py-4">
          <h2 id="drafts" className="text-xl">
            {t("drafts")}
          </h2>
          <ul className="divide-y divide-line">
            {newDrafts.map((draft) => (
              <DraftItem key={draft.drawId} draft={draft} />
            ))}
          </ul>
        </Card>
      ) : null}
      {draws.data && drafts.data ? (
        <Card aria-label={t("title")} className="py-1 sm:py-2">
          {shownDraws.length > 0 ? (
            <ul className="divide-y divide-line">
              {[...shownDraws].sort(compareDraws).map((draw) => (
                <DrawItem key={draw.id} draw={draw} hasDraft={drafts.data.some(({ drawId }) => drawId === draw.id)} />
              ))}
            </ul>
          ) : (
            <p className="py-4 text-muted">{t(isArchive ? "noneArchived" : "none")}</p>
          )}
        </Card>
      ) : null}
    </>
  );
}

const itemClass = "relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4";

const linkClass = "font-semibold underline after:absolute after:inset-0";

function useDrawHref(): (drawId: string) => string {
  const locale = useLocale();
  return (drawId) => localizedPath(locale, `/console/draws/${drawId}`);
}

function DraftItem({ draft: { drawId, title, savedAt, savedByName } }: { draft: DraftListItem }) {
  const t = useTranslations("console.draws");
  const locale = useLocale();
  const getHref = useDrawHref();
  const shownTitle = title === null ? null : localText(title, locale);
  const time = formatInstant(savedAt, locale, consoleZone, "record");
  return (
    <li className={itemClass}>
      <div>
        <ConsoleLink href={getHref(drawId)} lang={shownTitle?.lang} className={linkClass}>
          {shownTitle?.text || drawId}
        </ConsoleLink>
        <p className="text-muted text-sm">
          {savedByName ? t("savedBy", { time, name: savedByName }) : t("saved", { time })}
        </p>
      </div>
      <Badge>{t("draft")}</Badge>
    </li>
  );
}

function DrawItem({ draw, hasDraft }: { draw: ListedDraw; hasDraft: boolean }) {
  const t = useTranslations("console.draws");
  const locale = useLocale();
  const getHref = useDrawHref();
  const title = localText(draw.titles, locale);
  return (
    <li className={itemClass}>
      <div>
        <ConsoleLink href={getHref(draw.id)} lang={title.lang} className={linkClass}>
          {title.text}
        </ConsoleLink>
        <p className="text-muted text-sm">
          {[t("sold", { count: draw.sold }), ...(hasDraft ? [t("hasDraft")] : [])].join(" · ")}
        </p>
      </div>
      <DrawState draw={draw} />
    </li>
  );
}
