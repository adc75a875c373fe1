"use client";

import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { RevokeStep } from "@/components/console/revoke-step";
import type { ButtonState, RunAction } from "@/components/console/use-actions";
import { useActions } from "@/components/console/use-actions";
import { useRoleLabels } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { changePerson, inviteAgain, revokePerson } from "@/lib/people/client";
import type { PersonView } from "@/lib/people/rules";
import { endOfLastDay, getAccessDay, getLastDay } from "@/lib/people/rules.access-end";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { hasRefundLimit } from "@/lib/people/rules.roles";
import { InvitationResult } from "./invitation-result";
import { RefundLimitForm } from "./refund-limit";
import { findMissingField, noRole, RoleChoice, toGrant } from "./role-choice";

type PersonEditorProps = { id: string; person: PersonView; isSelf: boolean; reload: () => Promise<void> };

type ActionName = "give" | `withdraw ${string}` | "end" | "limit" | "endless" | "invite" | "revoke";

type EditorSectionProps = {
  person: PersonView;
  run: RunAction<ActionName>;
  getButtonState: (name: ActionName) => ButtonState;
};

export function PersonEditor({ id, person, isSelf, reload }: PersonEditorProps) {
  const t = useTranslations("console.people");
  const { isBusy, getButtonState, outcome, run } = useActions<ActionName>(reload);
  const sectionProps = { person, run, getButtonState };
  const { isWhole, state } = person;
  return (
    <div
      id={id}
      className="grid grid-cols-1 divide-y divide-line rounded-control border border-line bg-sunken px-4 *:py-4"
      aria-busy={isBusy || undefined}
    >
      {outcome}
      {state === "revoked" ? null : (
        <EditorSection title={t("rolesTitle")}>
          <CurrentRoles {...sectionProps} />
          <RoleForm {...sectionProps} />
          {isWhole && hasRefundLimit(person.roles) ? <RefundLimitForm {...sectionProps} /> : null}
        </EditorSection>
      )}
      {isWhole && state !== "revoked" ? (
        <>
          {isSelf ? null : (
            <EditorSection title={t("endTitle")}>
              <EndForm {...sectionProps} />
            </EditorSection>
          )}
          <AccessSteps {...sectionProps} />
        </>
      ) : null}
      {isWhole ? null : <p className="text-muted">{t("partly")}</p>}
    </div>
  );
}

function EditorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function CurrentRoles({ person, run, getButtonState }: EditorSectionProps) {
  const t = useTranslations("console.people");
  const tConsole = useTranslations("console");
  const getRoleLabels = useRoleLabels(person.roles);
  const withdraw = (grant: RoleGrant, key: string) =>
    run(
      `withdraw ${key}`,
      () => changePerson(person.personId, { withdraw: [grant] }),
      () => t("saved"),
    );
  return (
    <ul className="divide-y divide-line">
      {person.roles.map((grant) => {
        const { name, place } = getRoleLabels(grant);
        const key = `${name}, ${place}`;
        const { busy, disabled } = getButtonState(`withdraw ${key}`);
        return (
          <li key={key} className="flex flex-wrap items-center justify-between gap-3 py-1 [&>fieldset]:w-full">
            <p>
              <span className="font-semibold">{name}</span> <span className="text-muted">{place}</span>
            </p>
            <ConfirmStep
              label={t("withdraw")}
              openerName={tConsole("actionFor", { action: t("withdraw"), name: key })}
              variant="quiet"
              question={t("withdrawQuestion", { name: person.name, role: name, place })}
              yes={t("withdraw")}
              no={tConsole("confirm.cancel")}
              busy={busy}
              isDisabled={disabled}
              onYes={() => withdraw(grant, key)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function RoleForm({ person, run, getButtonState }: EditorSectionProps) {
  const t = useTranslations("console.people");
  const [chosen, setChosen] = useState(noRole);
  const [isChecked, setChecked] = useState(false);
  const idPrefix = `add-${person.personId}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const grant = toGrant(chosen);
    setChecked(grant === null);
    if (!grant) return focusId(`${idPrefix}-${findMissingField(chosen)}`);
    const answer = await run(
      "give",
      () => changePerson(person.personId, { give: [grant] }),
      () => t("saved"),
    );
    if (answer?.ok) setChosen(noRole);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <RoleChoice idPrefix={idPrefix} chosen={chosen} isChecked={isChecked} onChange={setChosen} />
      <Button type="submit" variant="secondary" {...getButtonState("give")} className="justify-self-start">
        {t("addRole")}
      </Button>
    </form>
  );
}

function EndForm({ person: { personId, endsAt }, run, getButtonState }: EditorSectionProps) {
  const t = useTranslations("console.people");
  const problems = useTranslations("console.people.missing");
  const [lastDay, setLastDay] = useState(endsAt ? getLastDay(endsAt) : "");
  const [error, setError] = useState<string | null>(null);
  const [id, hint] = [`end-${personId}`, t("lastDayHint")];
  const today = getAccessDay(new Date());
  const saveEnd = (name: "end" | "endless", end: string | null) =>
    run(
      name,
      () => changePerson(personId, { endsAt: end }),
      () => t("saved"),
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = lastDay === "" ? problems("lastDay") : lastDay < today ? problems("laterDay") : null;
    setError(problem);
    if (problem) focusId(id);
    else await saveEnd("end", endOfLastDay(lastDay));
  };
  const remove = async () => {
    setError(null);
    const answer = await saveEnd("endless", null);
    if (answer?.ok) setLastDay("");
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field id={id} label={t("lastDay")} hint={hint} error={error}>
        <input
          {...controlProps(id, { hint, error })}
          type="date"
          min={today}
          className={`${controlClass} max-w-60`}
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" {...getButtonState("end")}>
          {t("saveEnd")}
        </Button>
        {endsAt ? (
          <Button variant="quiet" {...getButtonState("endless")} className="max-sm:-ml-5" onClick={remove}>
            {t("removeEnd")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function AccessSteps({ person: { personId, name, email }, run, getButtonState }: EditorSectionProps) {
  const t = useTranslations("console.people");
  const invite = () =>
    run(
      "invite",
      () => inviteAgain(personId),
      ({ body }) => <InvitationResult invited={{ ...body, name, email }} />,
    );
  const revoke = () =>
    run(
      "revoke",
      () => revokePerson(personId),
      () => t("revoked", { name }),
    );
  return (
    <>
      <EditorSection title={t("signInTitle")}>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" {...getButtonState("invite")} onClick={invite}>
            {t("inviteAgain")}
          </Button>
          <p className="text-muted text-sm">{t("inviteAgainText")}</p>
        </div>
      </EditorSection>
      <EditorSection title={t("accessTitle")}>
        <RevokeStep subject="people" name={name} {...getButtonState("revoke")} onRevoke={revoke} />
      </EditorSection>
    </>
  );
}
