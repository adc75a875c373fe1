"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { Done, PersonChange, Trouble } from "@/lib/people/client";
import { changePerson, inviteAgain, revokePerson } from "@/lib/people/client";
import type { PersonView } from "@/lib/people/rules";

import { endOfDay } from "./end-of-day";
import type { Invited } from "./invitation-result";
import { InvitationResult } from "./invitation-result";
import { RevokeStep } from "./revoke-step";
import { grantOf, noRole, RoleChoice } from "./role-choice";
import { useRoleWords, useTroubleWords } from "./use-console-words";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

type PersonEditorProps = { id: string; person: PersonView; onChanged: () => Promise<void> };

/** What was done last: saved, an invitation, or why not. */
type Outcome = { kind: "saved" } | { kind: "invited"; invited: Invited } | { kind: "refused"; trouble: Trouble };

type Act = (work: () => Promise<Done>) => Promise<void>;

export function PersonEditor({ id, person, onChanged }: PersonEditorProps) {
  const t = useTranslations("console.people");
  const runConfirmed = usePasskeyConfirmation();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { personId, name, email, isWhole, state } = person;
  const act: Act = async (work) => {
    setBusy(true);
    setOutcome(null);
    const done = await runConfirmed(work);
    setOutcome(done.ok ? { kind: "saved" } : { kind: "refused", trouble: done });
    await onChanged();
    setBusy(false);
  };
  const invite = () =>
    act(async () => {
      const answer = await inviteAgain(personId);
      if (answer.ok) queueMicrotask(() => setOutcome({ kind: "invited", invited: { ...answer.body, name, email } }));
      return answer;
    });
  const change = (input: PersonChange) => act(() => changePerson(personId, input));
  return (
    <div
      id={id}
      className="grid grid-cols-1 gap-5 rounded-control border border-line bg-sunken p-4"
      aria-busy={isBusy || undefined}
    >
      <EditorOutcome outcome={outcome} />
      {state === "revoked" ? null : <RoleEditor person={person} isBusy={isBusy} change={change} />}
      {isWhole && state !== "revoked" ? (
        <>
          <EndEditor person={person} isBusy={isBusy} change={change} />
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" busy={isBusy} onClick={invite}>
              {t("inviteAgain")}
            </Button>
            <p className="text-muted text-sm">{t("inviteAgainText")}</p>
          </div>
          <RevokeStep
            label={t("revoke")}
            text={t("revokeText", { name })}
            isBusy={isBusy}
            onRevoke={() => act(() => revokePerson(personId))}
          />
        </>
      ) : null}
      {isWhole ? null : <p className="text-muted">{t("partly")}</p>}
    </div>
  );
}

function EditorOutcome({ outcome }: { outcome: Outcome | null }) {
  const t = useTranslations("console.people");
  const wordsOf = useTroubleWords();
  if (!outcome) return null;
  if (outcome.kind === "invited") return <InvitationResult invited={outcome.invited} />;
  if (outcome.kind === "saved") return <Notice tone="positive" role="status" title={t("saved")} />;
  return <Notice tone="danger" role="alert" title={wordsOf(outcome.trouble)} />;
}

type PartProps = { person: PersonView; isBusy: boolean; change: (input: PersonChange) => Promise<void> };

function RoleEditor({ person, isBusy, change }: PartProps) {
  const t = useTranslations("console.people");
  const words = useTranslations("console");
  const wordsOf = useRoleWords();
  const [chosen, setChosen] = useState(noRole);
  const add = async () => {
    const grant = grantOf(chosen);
    if (!grant) return;
    await change({ give: [grant] });
    setChosen(noRole);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-line">
        {person.roles.map((grant) => {
          const { name, place } = wordsOf(grant);
          return (
            <li key={`${name} ${place}`} className="flex flex-wrap items-center justify-between gap-3 py-1">
              <p>
                <span className="font-semibold">{name}</span> <span className="text-muted">{place}</span>
              </p>
              <Button
                variant="quiet"
                busy={isBusy}
                aria-label={words("actionFor", { action: t("withdraw"), name: `${name}, ${place}` })}
                onClick={() => change({ withdraw: [grant] })}
              >
                {t("withdraw")}
              </Button>
            </li>
          );
        })}
      </ul>
      <RoleChoice idPrefix={`add-${person.personId}`} chosen={chosen} onChange={setChosen} />
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={!grantOf(chosen)}
        className="justify-self-start"
        onClick={add}
      >
        {t("addRole")}
      </Button>
    </div>
  );
}

function EndEditor({ person, isBusy, change }: PartProps) {
  const t = useTranslations("console.people");
  const [lastDay, setLastDay] = useState("");
  const id = `end-${person.personId}`;
  return (
    <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field id={id} label={t("endsAt")}>
        <input
          id={id}
          type="date"
          className={controlClass}
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
        />
      </Field>
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={lastDay === "" && person.endsAt === null}
        onClick={() => change({ endsAt: endOfDay(lastDay) })}
      >
        {t(lastDay === "" ? "noEnd" : "saveEnd")}
      </Button>
    </div>
  );
}
