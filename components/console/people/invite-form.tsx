"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps, FormEvent } from "react";
import { useState } from "react";
import { useActions } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { readCents, toDollars } from "@/lib/money";
import { invitePerson } from "@/lib/people/client";
import type { RoleSuggestion } from "@/lib/people/rules";
import { defaultRefundLimitCents } from "@/lib/people/rules";
import { endOfLastDay, getAccessDay } from "@/lib/people/rules.access-end";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { hasRefundLimit } from "@/lib/people/rules.roles";
import type { InvitePersonInput } from "@/lib/people/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import { InvitationResult } from "./invitation-result";
import { RefundLimitField } from "./refund-limit";
import type { ChosenRole } from "./role-choice";
import { findMissingField, noRole, RoleChoice, toGrant } from "./role-choice";
import { RoleList } from "./role-list";

type Draft = { name: string; email: string; locale: Language; chosen: ChosenRole; lastDay: string; limit: string };

const defaultLimit = String(toDollars(defaultRefundLimitCents));

type InviteFormProps = {
  /** Gives the roles, unless the admin removes it. */
  suggestion: RoleSuggestion | null;
  onRemoveSuggestion: () => void;
  reload: () => Promise<void>;
};

export function InviteForm({ suggestion, onRemoveSuggestion, reload }: InviteFormProps) {
  const t = useTranslations("console.people");
  const emptyDraft: Draft = {
    name: "",
    email: "",
    locale: useLocale(),
    chosen: noRole,
    lastDay: "",
    limit: defaultLimit,
  };
  const [draft, setDraft] = useState(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const [fieldProblems, setFieldProblems] = useState<readonly FieldProblem[]>([]);
  const { getButtonState, outcome, run } = useActions<"invite">(reload);
  const { busy } = getButtonState("invite");
  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing = findMissingDraftField(draft, suggestion);
    setChecked(missing !== null);
    setFieldProblems([]);
    if (missing) return focusId(`invite-${missing}`);
    const person = toPersonInput(draft, suggestion);
    const answer = await run(
      "invite",
      () => invitePerson(person),
      ({ body }) => <InvitationResult invited={{ ...body, name: person.name, email: person.email }} />,
    );
    if (answer?.ok) {
      setDraft(emptyDraft);
      onRemoveSuggestion();
    } else if (answer && "fields" in answer) setFieldProblems(answer.fields);
  }
  const isLimitRefused = fieldProblems.some(({ field }) => field === "refundLimit");
  const isLimitMissing = isChecked && readCents(draft.limit) === null;
  const removeSuggestion = () => {
    onRemoveSuggestion();
    focusId("invite-role");
  };
  return (
    <Card aria-labelledby="invite" className="grid grid-cols-1 gap-5">
      <h2 id="invite" className="text-xl">
        {t("invite")}
      </h2>
      {outcome}
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <PersonFields draft={draft} isChecked={isChecked} fieldProblems={fieldProblems} onChange={setDraft} />
        {suggestion ? (
          <SuggestedRoles suggestion={suggestion} onRemoveSuggestion={removeSuggestion} />
        ) : (
          <RoleChoice
            idPrefix="invite"
            chosen={draft.chosen}
            isChecked={isChecked}
            onChange={(chosen) => setDraft({ ...draft, chosen })}
          />
        )}
        {hasRefundLimitField(draft, suggestion) ? (
          <RefundLimitField
            id="invite-limit"
            value={draft.limit}
            error={isLimitRefused ? t("limitLocked") : isLimitMissing ? t("missing.refundLimit") : null}
            onValue={(limit) => setDraft({ ...draft, limit })}
          />
        ) : null}
        <Button type="submit" busy={busy} className="justify-self-start">
          {t(busy ? "sending" : "send")}
        </Button>
      </form>
    </Card>
  );
}

function isPastDay(day: string): boolean {
  return day !== "" && day < getAccessDay(new Date());
}

/** The end of the id of the first field that must still be filled in. */
function findMissingDraftField(draft: Draft, suggestion: RoleSuggestion | null) {
  const { name, email, lastDay, chosen } = draft;
  if (name.trim() === "") return "name";
  if (email.trim() === "") return "email";
  if (isPastDay(lastDay)) return "last-day";
  const missing = suggestion ? null : findMissingField(chosen);
  const isLimitMissing = hasRefundLimitField(draft, suggestion) && readCents(draft.limit) === null;
  return missing ?? (isLimitMissing ? "limit" : null);
}

function hasRefundLimitField({ chosen: { role } }: Draft, suggestion: RoleSuggestion | null): boolean {
  return hasRefundLimit(suggestion?.roles ?? (role ? [{ role }] : []));
}

function getRoles({ chosen }: Draft, suggestion: RoleSuggestion | null): RoleGrant[] {
  const grant = toGrant(chosen);
  return suggestion?.roles ?? (grant ? [grant] : []);
}

function toPersonInput(draft: Draft, suggestion: RoleSuggestion | null): InvitePersonInput {
  const { name, email, locale, lastDay, limit } = draft;
  const limitCents = hasRefundLimitField(draft, suggestion) ? readCents(limit) : null;
  // The server refuses a limit for a person who already has access, so the default isn't sent.
  const isCustomLimit = limitCents !== null && limitCents !== defaultRefundLimitCents;
  return {
    name,
    email,
    locale,
    roles: getRoles(draft, suggestion),
    endsAt: lastDay === "" ? null : endOfLastDay(lastDay),
    userId: suggestion?.userId,
    refundLimit: isCustomLimit ? toDollars(limitCents) : undefined,
  };
}

function SuggestedRoles({
  suggestion,
  onRemoveSuggestion,
}: {
  suggestion: RoleSuggestion;
  onRemoveSuggestion: () => void;
}) {
  const t = useTranslations("console.people");
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2 rounded-control border border-line bg-sunken p-4">
      <p className="font-semibold">{t("suggestedFor", { user: suggestion.userId })}</p>
      <RoleList roles={suggestion.roles} />
      <Button variant="quiet" className="-ml-5" onClick={onRemoveSuggestion}>
        {t("otherRole")}
      </Button>
    </div>
  );
}

type PersonFieldsProps = {
  draft: Draft;
  isChecked: boolean;
  fieldProblems: readonly FieldProblem[];
  onChange: (draft: Draft) => void;
};

function PersonFields({ draft, isChecked, fieldProblems, onChange }: PersonFieldsProps) {
  const t = useTranslations("console.people");
  const names = useTranslations("language");
  const problems = useTranslations("fieldProblems");
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  const findRefusalText = (name: string) => {
    const problem = fieldProblems.find(({ field }) => field === name)?.problem;
    if (name === "endsAt" && problem) return t(problem === "locked" ? "endLocked" : "missing.laterDay");
    return problem ? problems(problem) : null;
  };
  const missing = (name: "name" | "email") => (isChecked && draft[name].trim() === "" ? t(`missing.${name}`) : null);
  const isPast = isChecked && isPastDay(draft.lastDay);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <InputField
        id="invite-name"
        label={t("name")}
        error={missing("name") ?? findRefusalText("name")}
        value={draft.name}
        onValue={(name) => change({ name })}
      />
      <InputField
        id="invite-email"
        type="email"
        label={t("email")}
        error={missing("email") ?? findRefusalText("email")}
        value={draft.email}
        onValue={(email) => change({ email })}
      />
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
      <InputField
        id="invite-last-day"
        type="date"
        min={getAccessDay(new Date())}
        label={t("lastDayOptional")}
        hint={t("lastDayHint")}
        error={isPast ? t("missing.laterDay") : findRefusalText("endsAt")}
        value={draft.lastDay}
        onValue={(lastDay) => change({ lastDay })}
      />
    </div>
  );
}

type InputFieldProps = Pick<ComponentProps<"input">, "type" | "min"> & {
  id: string;
  label: string;
  hint?: string;
  error: string | null;
  value: string;
  onValue: (value: string) => void;
};

function InputField({ id, label, hint, error, onValue, ...rest }: InputFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        {...controlProps(id, { hint, error })}
        className={controlClass}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}
