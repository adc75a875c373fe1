"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Console } from "@/components/console/console";
import { LoadFailure } from "@/components/console/load-failure";
import { useRightsText } from "@/components/console/use-console-text";
import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { personsQuery } from "@/lib/people/client";
import type { CurrentAdmin, PersonState, PersonView, RoleSuggestion } from "@/lib/people/rules";
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
  const [isInviting, setInviting] = useState(false);
  const [suggestion, setSuggestion] = useState<RoleSuggestion | null>(null);
  const openForm = () => {
    setInviting(true);
    focusId("invite-name");
  };
  const chooseSuggestion = (newSuggestion: RoleSuggestion) => {
    setSuggestion(newSuggestion);
    openForm();
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-muted">{t("text")}</p>
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-expanded={isInviting}
        aria-controls="invite-form"
        onClick={() => (isInviting ? setInviting(false) : openForm())}
      >
        {t("invite")}
      </Button>
      {/* Hidden instead of removed, because it keeps unsaved input and the link, which is shown only once. */}
      <div id="invite-form" hidden={!isInviting}>
        <InviteForm suggestion={suggestion} onRemoveSuggestion={() => setSuggestion(null)} reload={reload} />
      </div>
      <PersonList admin={admin} reload={reload} />
      <RoleSuggestions onInvite={chooseSuggestion} />
      <RoleTable />
    </>
  );
}

function PersonList({ admin, reload }: { admin: CurrentAdmin; reload: () => Promise<void> }) {
  const t = useTranslations("console");
  const read = useQuery(personsQuery());
  const [text, setText] = useState("");
  if (read.isPending) return <p role="status">{t("loading")}</p>;
  if (!read.data) return <LoadFailure read={read} />;
  const { persons } = read.data;
  const isFiltered = persons.length > maxUnfilteredPersons;
  const listed = isFiltered ? persons.filter((person) => isMatch(person, text)) : persons;
  return (
    <Card aria-label={t("people.title")} className="py-1 sm:py-2">
      {isFiltered ? (
        <div className="max-w-96 pt-4 pb-2">
          <Field id="find-person" label={t("people.find")}>
            <input
              id="find-person"
              type="search"
              className={controlClass}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </div>
      ) : null}
      {listed.length === 0 ? <p className="py-4 text-muted">{t("people.noneFound")}</p> : null}
      <ul className="divide-y divide-line">
        {sortByState(listed).map((person) => (
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

const maxUnfilteredPersons = 10;

const stateOrder: readonly PersonState[] = ["active", "uninvited", "invited", "ended", "revoked"];

/** One list for all states, so that a row keeps its open editor when its person is revoked. */
function sortByState(persons: readonly PersonView[]): PersonView[] {
  return persons.toSorted((a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state));
}

function isMatch({ name, email }: PersonView, text: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(text.trim().toLowerCase());
}

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
