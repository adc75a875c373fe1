"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { Done, Trouble } from "@/lib/people/client";
import { addPasskey, endSession, ownQuery, removePasskey } from "@/lib/people/client";
import type { OwnView, PasskeyView, SessionView } from "@/lib/people/rules";
import type { RoleGrant } from "@/lib/people/rules.roles";

import { Console } from "./console";
import { PasskeyName } from "./passkey-name";
import { useMoment, useRoleWords, useTroubleWords } from "./use-console-words";
import { PasskeyConfirmationProvider, usePasskeyConfirmation } from "./use-passkey-confirmation";

export function Account() {
  return (
    <Console place="account">
      {(me) => (
        <PasskeyConfirmationProvider>
          <OwnPage me={me} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

/** What was done last, or why it wasn't. */
type Outcome = { ok: true; words: string } | Trouble;

function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  const wordsOf = useTroubleWords();
  if (!outcome) return null;
  if (outcome.ok) return <Notice tone="positive" role="status" title={outcome.words} />;
  return <Notice tone="danger" role="alert" title={wordsOf(outcome)} />;
}

function useAccountAction() {
  const runConfirmed = usePasskeyConfirmation();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const act = async (work: () => Promise<Done>, words: string): Promise<boolean> => {
    setOutcome(null);
    const done = await runConfirmed(work);
    setOutcome(done.ok ? { ok: true, words } : done);
    await queries.invalidateQueries({ queryKey: ownQuery().queryKey });
    return done.ok;
  };
  return { outcome, act };
}

function OwnPage({ me }: { me: OwnView }) {
  const t = useTranslations("console.account");
  const { person } = me;
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{person?.name ?? t("title")}</h1>
        {person ? <p className="text-muted">{t("signedIn", { email: person.email })}</p> : null}
      </div>
      <OwnRoles roles={me.roles} />
      {person?.isDemo ? <Notice title={t("demo")} /> : <OwnPasskeys passkeys={me.passkeys} />}
      <OwnSessions sessions={me.sessions} />
    </>
  );
}

function OwnRoles({ roles }: { roles: RoleGrant[] }) {
  const t = useTranslations("console.account");
  const wordsOf = useRoleWords();
  return (
    <Card aria-labelledby="own-roles" className="grid grid-cols-1 gap-3">
      <h2 id="own-roles" className="text-xl">
        {t("roles")}
      </h2>
      {roles.length === 0 ? <p>{t("noRoles")}</p> : null}
      <ul className="divide-y divide-line">
        {roles.map((grant) => {
          const { name, text, place } = wordsOf(grant);
          return (
            <li key={`${name} ${place}`} className="grid grid-cols-1 gap-1 py-3">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-semibold">{name}</span>
                <span className="text-muted">{place}</span>
              </p>
              <p className="text-muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function OwnPasskeys({ passkeys }: { passkeys: PasskeyView[] }) {
  const t = useTranslations("console.account");
  const { outcome, act } = useAccountAction();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    if (await act(() => addPasskey(name), t("added"))) setName("");
    setBusy(false);
  };
  return (
    <Card aria-labelledby="own-passkeys" className="grid grid-cols-1 gap-4">
      <h2 id="own-passkeys" className="text-xl">
        {t("passkeys")}
      </h2>
      {passkeys.length === 1 ? (
        <Notice tone="warning" title={t("second")}>
          <p>{t("secondText")}</p>
        </Notice>
      ) : null}
      <OutcomeNotice outcome={outcome} />
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.credentialId}
            passkey={passkey}
            isOnly={passkeys.length === 1}
            onRemove={() => act(() => removePasskey(passkey.credentialId), t("removed"))}
          />
        ))}
      </ul>
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <PasskeyName name={name} onChange={setName} />
        <Button variant={passkeys.length === 1 ? "primary" : "secondary"} busy={isBusy} onClick={add}>
          {t("add")}
        </Button>
      </div>
    </Card>
  );
}

type PasskeyRowProps = { passkey: PasskeyView; isOnly: boolean; onRemove: () => Promise<unknown> };

function PasskeyRow({ passkey, isOnly, onRemove }: PasskeyRowProps) {
  const t = useTranslations("console.account");
  const words = useTranslations("console");
  const momentOf = useMoment();
  const [isBusy, setBusy] = useState(false);
  const { name, createdAt, usedAt } = passkey;
  const title = name || words("passkey.unnamed");
  const used = usedAt ? t("used", { date: momentOf(usedAt) }) : t("neverUsed");
  const remove = async () => {
    setBusy(true);
    await onRemove();
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-muted text-sm">{`${t("created", { date: momentOf(createdAt) })} · ${used}`}</p>
      </div>
      {isOnly ? null : (
        <Button
          variant="quiet"
          busy={isBusy}
          aria-label={words("actionFor", { action: t("remove"), name: title })}
          onClick={remove}
        >
          {t("remove")}
        </Button>
      )}
    </li>
  );
}

function OwnSessions({ sessions }: { sessions: SessionView[] }) {
  const t = useTranslations("console.account");
  const { outcome, act } = useAccountAction();
  return (
    <Card aria-labelledby="own-sessions" className="grid grid-cols-1 gap-4">
      <h2 id="own-sessions" className="text-xl">
        {t("sessions")}
      </h2>
      <OutcomeNotice outcome={outcome} />
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            onEnd={() => act(() => endSession(session.sessionId), t("ended"))}
          />
        ))}
      </ul>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => act(() => endSession(null), t("ended"))}
      >
        {t("endAll")}
      </Button>
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: SessionView; onEnd: () => Promise<unknown> }) {
  const t = useTranslations("console.account");
  const words = useTranslations("console");
  const momentOf = useMoment();
  const { browser, createdAt, seenAt, isThis } = session;
  const name = browser || t("unknownBrowser");
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          {isThis ? <Badge tone="positive">{t("thisOne")}</Badge> : null}
        </p>
        <p className="text-muted text-sm">{t("since", { date: momentOf(createdAt), seen: momentOf(seenAt) })}</p>
      </div>
      {isThis ? null : (
        <Button variant="quiet" aria-label={words("actionFor", { action: t("end"), name })} onClick={onEnd}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}
