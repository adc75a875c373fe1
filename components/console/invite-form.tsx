"use client";

import { useLocale, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { NewPerson, Trouble } from "@/lib/people/client";
import { invitePerson } from "@/lib/people/client";
import type { RoleSuggestion } from "@/lib/people/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";

import { endOfDay } from "./end-of-day";
import type { Invited } from "./invitation-result";
import { InvitationResult } from "./invitation-result";
import type { ChosenRole } from "./role-choice";
import { grantOf, noRole, RoleChoice } from "./role-choice";
import { SuggestedRoles } from "./role-suggestions";
import { useTroubleWords } from "./use-console-words";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

type Draft = { name: string; email: string; locale: Language; chosen: ChosenRole; lastDay: string };

type InviteFormProps = {
  /** Decides the roles, unless it is forgotten. */
  suggestion: RoleSuggestion | null;
  onForget: () => void;
  onInvited: () => void;
};

export function InviteForm({ suggestion, onForget, onInvited }: InviteFormProps) {
  const t = useTranslations("console.people");
  const fresh: Draft = { name: "", email: "", locale: useLocale(), chosen: noRole, lastDay: "" };
  const [draft, setDraft] = useState(fresh);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [isBusy, setBusy] = useState(false);
  const runConfirmed = usePasskeyConfirmation();
  const wordsOf = useTroubleWords();
  async function submit(event: FormEvent) {
    event.preventDefault();
    const person = personOf(draft, suggestion);
    if (isBusy || !person) return;
    setBusy(true);
    setTrouble(null);
    setInvited(null);
    const answer = await runConfirmed(() => invitePerson(person));
    setBusy(false);
    if (!answer.ok) return setTrouble(answer);
    setInvited({ ...answer.body, name: person.name, email: person.email });
    setDraft(fresh);
    onForget();
    onInvited();
  }
  return (
    <Card aria-labelledby="invite" className="grid grid-cols-1 gap-5">
      <h2 id="invite" className="text-xl">
        {t("invite")}
      </h2>
      {trouble ? <Notice tone="danger" role="alert" title={wordsOf(trouble)} /> : null}
      {invited ? <InvitationResult invited={invited} /> : null}
      <form onSubmit={submit} className="grid grid-cols-1 gap-4">
        <PersonFields
          draft={draft}
          fields={trouble?.ok === false && "fields" in trouble ? trouble.fields : []}
          onChange={setDraft}
        />
        {suggestion ? (
          <SuggestedChoice suggestion={suggestion} onForget={onForget} />
        ) : (
          <RoleChoice idPrefix="invite" chosen={draft.chosen} onChange={(chosen) => setDraft({ ...draft, chosen })} />
        )}
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {t(isBusy ? "sending" : "send")}
        </Button>
      </form>
    </Card>
  );
}

function personOf(
  { name, email, locale, chosen, lastDay }: Draft,
  suggestion: RoleSuggestion | null,
): NewPerson | null {
  const person = { name, email, locale, endsAt: endOfDay(lastDay) };
  if (suggestion) return { ...person, ...suggestion };
  const grant = grantOf(chosen);
  return grant && { ...person, roles: [grant] };
}

function SuggestedChoice({ suggestion, onForget }: { suggestion: RoleSuggestion; onForget: () => void }) {
  const t = useTranslations("console.people");
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2 rounded-control border border-line bg-sunken p-4">
      <p className="font-semibold">{t("suggestedFor", { user: suggestion.userId })}</p>
      <SuggestedRoles suggestion={suggestion} />
      <Button variant="quiet" className="-ml-5" onClick={onForget}>
        {t("otherRole")}
      </Button>
    </div>
  );
}

type PersonFieldsProps = { draft: Draft; fields: readonly { field: string }[]; onChange: (draft: Draft) => void };

function PersonFields({ draft, fields, onChange }: PersonFieldsProps) {
  const t = useTranslations("console.people");
  const names = useTranslations("language");
  const problems = useTranslations("fieldProblems");
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const isWrong = (name: string) => fields.some(({ field }) => field === name);
  const error = isWrong("email") ? problems("malformed") : null;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field id="invite-name" label={t("name")}>
        <input
          id="invite-name"
          className={controlClass}
          value={draft.name}
          maxLength={64}
          required
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field id="invite-email" label={t("email")} error={error}>
        <input
          {...controlProps("invite-email", { error })}
          type="email"
          className={controlClass}
          value={draft.email}
          maxLength={64}
          required
          autoComplete="off"
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <Field id="invite-language" label={t("language")}>
        <select
          id="invite-language"
          className={controlClass}
          value={draft.locale}
          onChange={(event) => change({ locale: event.target.value as Language })}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {names(language)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="invite-end" label={t("endsAt")}>
        <input
          id="invite-end"
          type="date"
          className={controlClass}
          value={draft.lastDay}
          onChange={(event) => change({ lastDay: event.target.value })}
        />
      </Field>
    </div>
  );
}
