"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";

import { Console } from "@/components/console/console";
import { ConsoleLink } from "@/components/console/console-link";
import { LoadFailure } from "@/components/console/load-failure";
import { getSectionPath } from "@/components/console/sections";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Card } from "@/components/ui/card";
import { localText } from "@/lib/local-text";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { teamDrawsQuery, teamsQuery } from "@/lib/teams/client";
import type { TeamDraw } from "@/lib/teams/rules";

import { DrawTeams } from "./draw-teams";

/** The draws with teams or, if the URL names a draw, its teams. */
export function Teams() {
  const drawId = useSearchParams().get("draw");
  return (
    <Console section="teams">
      {() => (
        <PasskeyConfirmationProvider>
          {drawId ? <DrawTeamsPage drawId={drawId} /> : <DrawList />}
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function DrawList() {
  const t = useTranslations("console");
  const read = useQuery(teamDrawsQuery());
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("teams.title")}</h1>
        <p className="text-muted">{t("teams.text")}</p>
      </div>
      {read.isPending ? <p role="status">{t("loading")}</p> : null}
      <LoadFailure read={read} />
      {read.data ? (
        <Card aria-label={t("teams.title")} className="py-1 sm:py-2">
          {read.data.draws.length > 0 ? (
            <ul className="divide-y divide-line">
              {read.data.draws.map((draw) => (
                <DrawItem key={draw.id} draw={draw} />
              ))}
            </ul>
          ) : (
            <p className="py-4 text-muted">{t("teams.none")}</p>
          )}
        </Card>
      ) : null}
    </>
  );
}

function DrawItem({ draw: { id, title, teamCount, isFed } }: { draw: TeamDraw }) {
  const t = useTranslations("console.teams");
  const locale = useLocale();
  const localTitle = localText(title, locale);
  const details = [t("count", { count: teamCount }), ...(isFed ? [t("fed")] : [])];
  return (
    <li className="relative grid grid-cols-1 gap-1 py-4">
      <ConsoleLink
        href={`${localizedPath(locale, getSectionPath("teams"))}?${new URLSearchParams({ draw: id })}`}
        lang={localTitle.lang}
        className="justify-self-start font-semibold underline after:absolute after:inset-0"
      >
        {localTitle.text}
      </ConsoleLink>
      <p className="text-muted text-sm">
        <span translate="no">{id}</span> · <span>{details.join(" · ")}</span>
      </p>
    </li>
  );
}

function DrawTeamsPage({ drawId }: { drawId: string }) {
  const t = useTranslations("console");
  const locale = useLocale();
  const read = useQuery(teamsQuery(drawId));
  return (
    <>
      <ConsoleLink
        href={localizedPath(locale, getSectionPath("teams"))}
        isReturn
        className="-mb-3 inline-flex min-h-11 items-center justify-self-start underline"
      >
        {t("teams.all")}
      </ConsoleLink>
      {read.isPending ? <p role="status">{t("loading")}</p> : null}
      <LoadFailure read={read} />
      {read.data ? <DrawTeams view={read.data} readAt={read.dataUpdatedAt} onReload={() => read.refetch()} /> : null}
    </>
  );
}
