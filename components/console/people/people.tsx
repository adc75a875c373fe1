"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Console } from "@/components/console/console";
import { LoadFailure } from "@/components/console/load-failure";
import { useRightsText } from "@/components/console/use-console-text";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { personsQuery } from "@/lib/people/client";
import type { CurrentAdmin, RoleSuggestion } from "@/lib/people/rules";
import { getRoleMessageKey, roles } from "@/lib/people/rules.roles";
import { InviteForm } from "./invite-form";
import { PersonRow } from "./person-row";
import { RoleSuggestions } from "./role-suggestions";

export function People() {
  return (
    <Console section="people">
      {(admin) => (
        <PasskeyConfirmationProvider>
          <PeoplePage admin={admin} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function PeoplePage({ admin }: { admin: CurrentAdmin }) {
  const t = useTranslations("console.people");
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries();
  const [suggestion, setSuggestion] = useState<RoleSuggestion | null>(null);
  const chooseSuggestion = (newSuggestion: RoleSuggestion) => {
    setSuggestion(newSuggestion);
    focusId("invite-name");
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-muted">{t("text")}</p>
      </div>
      <InviteForm suggestion={suggestion} onRemoveSuggestion={() => setSuggestion(null)} reload={reload} />
      <PersonList admin={admin} reload={reload} />
      <RoleSuggestions onInvite={chooseSuggestion} />
      <RoleTable />
    </>
  );
}

function PersonList({ admin, reload }: { admin: CurrentAdmin; reload: () => Promise<void> }) {
  const t = useTranslations("console");
  const read = useQuery(personsQuery());
  if (read.isPending) return <p role="status">{t("loading")}</p>;
  if (!read.data) return <LoadFailure read={read} />;
  return (
    <Card aria-label={t("people.title")} className="py-1 sm:py-2">
      <ul className="divide-y divide-line">
        {read.data.persons.map((person) => (
          <PersonRow
            key={person.personId}
            person={person}
            isSelf={person.personId === admin.person?.personId}
            reload={reload}
          />
        ))}
      </ul>
    </Card>
  );
}

/** What each role allows, in words. */
function RoleTable() {
  const t = useTranslations("console.people");
  const names = useTranslations("console.roles");
  const getRightsText = useRightsText();
  return (
    <Card aria-labelledby="roles" className="grid grid-cols-1 gap-3">
      <h2 id="roles" className="text-xl">
        {t("rolesTitle")}
      </h2>
      <table className="w-full border-collapse text-left">
        <tbody className="divide-y divide-line">
          {roles.map((role) => (
            <tr key={role} className="max-sm:grid max-sm:gap-1 max-sm:py-3">
              <th scope="row" className="font-semibold sm:w-52 sm:py-2.5 sm:pr-6 sm:align-top">
                {names(getRoleMessageKey(role))}
              </th>
              <td className="text-muted sm:py-2.5">{getRightsText(role)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
