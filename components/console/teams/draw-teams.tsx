"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { localText } from "@/lib/local-text";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { changeTeams, teamsQuery } from "@/lib/teams/client";
import type { TeamsView } from "@/lib/teams/rules";

import type { TeamDraft } from "@/lib/teams/rules.drafts";
import { toDraft, toTeam } from "@/lib/teams/rules.drafts";
import { TeamList } from "./team-list";

type DrawTeamsProps = { view: TeamsView; readAt: number; onReload: () => Promise<unknown> };

export function DrawTeams({ view, readAt, onReload }: DrawTeamsProps) {
  const t = useTranslations("console.teams");
  const locale = useLocale();
  const [isSaved, setSaved] = useState(false);
  const title = localText(view.title, locale);
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 lang={title.lang} className="text-3xl">
          {title.text}
        </h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      {view.isFed ? <Notice title={t("fedText")} /> : null}
      {isSaved ? <Notice tone="positive" role="status" title={t("saved")} /> : null}
      {/* A new key resets the form when the teams were read again. */}
      <TeamForm key={readAt} view={view} onSaved={setSaved} onReload={onReload} />
    </>
  );
}

type TeamFormProps = { view: TeamsView; onSaved: (isSaved: boolean) => void; onReload: () => Promise<unknown> };

function TeamForm({ view, onSaved, onReload }: TeamFormProps) {
  const t = useTranslations("console.teams");
  const locale = useLocale();
  const queries = useQueryClient();
  const { busy, call } = useConfirmedCalls<"save">();
  const isBusy = busy !== null;
  const { groups, isBilingual, isFed, pictures } = view;
  const [initialDrafts] = useState(() => groups.map(({ teams }) => teams.map((team) => toDraft(team, isBilingual))));
  const [drafts, setDrafts] = useState(initialDrafts);
  const [refusal, setRefusal] = useState<CallRefusal | null>(null);
  const isChanged = JSON.stringify(drafts) !== JSON.stringify(initialDrafts);
  useReloadHold(isChanged);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    setRefusal(null);
    const answer = await call("save", () =>
      changeTeams(view.id, { revision: view.revision, teams: toGroups(view, drafts) }),
    );
    if (!answer) return;
    if (!answer.ok) return setRefusal(answer);
    onSaved(true);
    queries.setQueryData(teamsQuery(view.id).queryKey, answer.body);
  }
  const change = (groupIndex: number, teams: TeamDraft[]) => {
    onSaved(false);
    setDrafts(drafts.map((group, index) => (index === groupIndex ? teams : group)));
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-6">
      {groups.map(({ id, title }, groupIndex) => {
        const heading = localText(title, locale);
        return (
          <Card key={id} aria-labelledby={`group-${id}`} className="grid grid-cols-1 gap-2">
            <h2 id={`group-${id}`} lang={heading.lang} className="text-xl">
              {heading.text}
            </h2>
            <TeamList
              teams={drafts[groupIndex] ?? []}
              {...{ isBilingual, isFed, pictures }}
              getProblems={(teamIndex) => getTeamProblems(refusal, `teams.${groupIndex}.teams.${teamIndex}`)}
              onChange={(teams) => change(groupIndex, teams)}
            />
          </Card>
        );
      })}
      {refusal ? <SaveRefusal refusal={refusal} onReload={onReload} /> : null}
      {isFed ? null : (
        <Button type="submit" busy={isBusy} disabled={!isChanged} className="justify-self-start">
          {t(isBusy ? "saving" : "save")}
        </Button>
      )}
    </form>
  );
}

function toGroups({ groups, isBilingual }: TeamsView, drafts: readonly TeamDraft[][]) {
  return groups.map(({ id, teams }, groupIndex) => ({
    id,
    teams: (drafts[groupIndex] ?? []).flatMap((draft) => {
      const original = teams.find((team) => team.id === draft.id);
      return original ? [toTeam(draft, original, isBilingual)] : [];
    }),
  }));
}

/** Returns the problems of the team at `path`, by field. */
function getTeamProblems(refusal: CallRefusal | null, path: string): Record<string, string> {
  const teamProblems = refusal?.fields.filter(({ field }) => field.startsWith(`${path}.`)) ?? [];
  return Object.fromEntries(
    teamProblems.map(({ field, problem }) => [field.slice(path.length + 1).split(".")[0], problem]),
  );
}

function SaveRefusal({ refusal, onReload }: { refusal: CallRefusal; onReload: () => Promise<unknown> }) {
  const t = useTranslations("console.teams");
  const refusalText = useRefusalText();
  return (
    <Notice tone="danger" role="alert" title={refusalText(refusal)}>
      {refusal.reason === "draw-edited" ? (
        <Button variant="secondary" className="justify-self-start" onClick={onReload}>
          {t("reload")}
        </Button>
      ) : null}
    </Notice>
  );
}
