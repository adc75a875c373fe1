"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LoadFailure } from "@/components/console/load-failure";
import { useDrawTitle } from "@/components/console/use-draw-titles";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { suggestionsQuery } from "@/lib/people/client";
import type { RoleSuggestion } from "@/lib/people/rules";
import { RoleList } from "./role-list";

type RoleSuggestionsProps = { onInvite: (suggestion: RoleSuggestion) => void };

/** Roles that draws suggest for people. Shows nothing if there are none. */
export function RoleSuggestions({ onInvite }: RoleSuggestionsProps) {
  const t = useTranslations("console.people");
  const tConsole = useTranslations("console");
  const read = useQuery(suggestionsQuery());
  const suggestions = read.data?.suggestions ?? [];
  if (suggestions.length === 0) return <LoadFailure read={read} />;
  return (
    <Card aria-labelledby="suggestions" className="grid grid-cols-1 gap-1">
      <h2 id="suggestions" className="text-xl">
        {t("suggestions")}
      </h2>
      <p className="text-muted">{t("suggestionsText")}</p>
      <ul className="divide-y divide-line">
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.userId}
            className="grid grid-cols-1 gap-x-6 gap-y-2 py-4 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem] sm:items-start"
          >
            <SuggestedPerson suggestion={suggestion} />
            <RoleList roles={suggestion.roles} />
            <Button
              variant="secondary"
              aria-label={tConsole("actionFor", { action: t("inviteSuggested"), name: suggestion.userId })}
              className="justify-self-start sm:justify-self-end"
              onClick={() => onInvite(suggestion)}
            >
              {t("inviteSuggested")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Named by the first draw that suggests a role, because only the person's id is known. */
function SuggestedPerson({ suggestion: { userId, roles } }: { suggestion: RoleSuggestion }) {
  const t = useTranslations("console.people");
  const getTitle = useDrawTitle(true);
  const title = roles.flatMap(({ scope }) => (scope.kind === "draw" ? (getTitle(scope.drawId) ?? []) : []))[0];
  if (title === undefined) {
    return (
      <p className="font-semibold" translate="no">
        {userId}
      </p>
    );
  }
  const id = (text: ReactNode) => <span translate="no">{text}</span>;
  return <p>{t.rich("suggestedIn", { draw: title, user: userId, id })}</p>;
}
