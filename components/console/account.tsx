"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { Notice } from "@/components/ui/notice";
import { addPasskey, currentAdminQuery, endSession, removePasskey } from "@/lib/people/client";
import type { CurrentAdmin, PasskeyView, SessionView } from "@/lib/people/rules";
import type { RoleGrant } from "@/lib/people/rules.roles";

import { Console } from "./console";
import { PasskeyName } from "./passkey-name";
import type { ButtonState } from "./use-actions";
import { useActions } from "./use-actions";
import { useDateTimeFormat, useRightsLines, useRoleLabels } from "./use-console-text";
import { PasskeyConfirmationProvider } from "./use-passkey-confirmation";

export function Account() {
  return (
    <Console section="account">
      {(admin) => (
        <PasskeyConfirmationProvider>
          <AccountPage admin={admin} />
        </PasskeyConfirmationProvider>
      )}
    </Console>
  );
}

function AccountPage({ admin }: { admin: CurrentAdmin }) {
  const t = useTranslations("console.account");
  const { person } = admin;
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-3xl">{person?.name ?? t("title")}</h1>
        {person ? <p className="text-muted">{t("signedIn", { email: person.email })}</p> : null}
      </div>
      <RolesCard roles={admin.roles} />
      {person?.isDemo ? <Notice title={t("demo")} /> : <PasskeysCard passkeys={admin.passkeys} />}
      <SessionsCard sessions={admin.sessions} />
    </>
  );
}

function RolesCard({ roles }: { roles: RoleGrant[] }) {
  const t = useTranslations("console.account");
  const getRoleLabels = useRoleLabels(roles);
  const getRightsLines = useRightsLines();
  return (
    <Card aria-labelledby="own-roles" className="grid grid-cols-1 gap-3">
      <h2 id="own-roles" className="text-xl">
        {t("roles")}
      </h2>
      {roles.length === 0 ? <p>{t("noRoles")}</p> : null}
      <ul className="divide-y divide-line">
        {roles.map((grant) => {
          const { name, place } = getRoleLabels(grant);
          return (
            <li key={`${name} ${place}`} className="grid grid-cols-1 gap-1 py-3">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-semibold">{name}</span>
                <span className="text-muted">{place}</span>
              </p>
              <ul className="list-disc pl-5 text-muted">
                {getRightsLines(grant.role).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: currentAdminQuery().queryKey });
}

function PasskeysCard({ passkeys }: { passkeys: PasskeyView[] }) {
  const t = useTranslations("console.account");
  const { getButtonState, outcome, run } = useActions<"add" | `remove ${string}`>(useReload());
  const [name, setName] = useState("");
  const isOnly = passkeys.length === 1;
  const add = async () => {
    const answer = await run(
      "add",
      () => addPasskey(name),
      () => t("added"),
    );
    if (answer?.ok) setName("");
  };
  const remove = (passkey: PasskeyView) =>
    run(
      `remove ${passkey.credentialId}`,
      () => removePasskey(passkey.credentialId),
      () => t("removed"),
    );
  return (
    <Card aria-labelledby="own-passkeys" className="grid grid-cols-1 gap-4">
      <h2 id="own-passkeys" className="text-xl">
        {t("passkeys")}
      </h2>
      {isOnly ? (
        <Notice tone="warning" title={t("second")}>
          <p>{t("secondText")}</p>
        </Notice>
      ) : null}
      {outcome}
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.credentialId}
            passkey={passkey}
            isOnly={isOnly}
            {...getButtonState(`remove ${passkey.credentialId}`)}
            onRemove={() => remove(passkey)}
          />
        ))}
      </ul>
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <PasskeyName name={name} onChange={setName} />
        <Button variant={isOnly ? "primary" : "secondary"} {...getButtonState("add")} onClick={add}>
          {t("add")}
        </Button>
      </div>
    </Card>
  );
}

const rowClass = "flex flex-wrap items-center justify-between gap-3 py-3 [&>fieldset]:w-full";

type PasskeyRowProps = ButtonState & { passkey: PasskeyView; isOnly: boolean; onRemove: () => Promise<unknown> };

function PasskeyRow({ passkey, isOnly, busy, disabled, onRemove }: PasskeyRowProps) {
  const t = useTranslations("console.account");
  const tConsole = useTranslations("console");
  const formatDateTime = useDateTimeFormat();
  const { name, createdAt, usedAt } = passkey;
  const title = name || tConsole("passkey.unnamed");
  const used = usedAt ? t("used", { date: formatDateTime(usedAt) }) : t("neverUsed");
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-muted text-sm">{`${t("created", { date: formatDateTime(createdAt) })} · ${used}`}</p>
      </div>
      {isOnly ? null : (
        <ConfirmStep
          label={t("remove")}
          openerName={tConsole("actionFor", { action: t("remove"), name: title })}
          variant="quiet"
          question={t("removeQuestion", { name: title })}
          explanation={t("removeText")}
          yes={t("remove")}
          no={tConsole("confirm.cancel")}
          busy={busy}
          isDisabled={disabled}
          onYes={onRemove}
        />
      )}
    </li>
  );
}

function SessionsCard({ sessions }: { sessions: SessionView[] }) {
  const t = useTranslations("console.account");
  const tConfirm = useTranslations("console.confirm");
  const { getButtonState, outcome, run } = useActions<"all" | `end ${string}`>(useReload());
  const endAllState = getButtonState("all");
  const end = (name: "all" | `end ${string}`, sessionId: string | null) =>
    run(
      name,
      () => endSession(sessionId),
      () => t("ended"),
    );
  return (
    <Card aria-labelledby="own-sessions" className="grid grid-cols-1 gap-4">
      <h2 id="own-sessions" className="text-xl">
        {t("sessions")}
      </h2>
      {outcome}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            {...getButtonState(`end ${session.sessionId}`)}
            onEnd={() => end(`end ${session.sessionId}`, session.sessionId)}
          />
        ))}
      </ul>
      <div className="grid grid-cols-1 justify-items-start [&>fieldset]:w-full">
        <ConfirmStep
          label={t("endAll")}
          variant="secondary"
          question={t("endAllQuestion")}
          explanation={t("endAllText")}
          yes={t("endAll")}
          no={tConfirm("cancel")}
          busy={endAllState.busy}
          isDisabled={endAllState.disabled}
          onYes={() => end("all", null)}
        />
      </div>
    </Card>
  );
}

type SessionRowProps = ButtonState & { session: SessionView; onEnd: () => Promise<unknown> };

function SessionRow({ session, busy, disabled, onEnd }: SessionRowProps) {
  const t = useTranslations("console.account");
  const tConsole = useTranslations("console");
  const formatDateTime = useDateTimeFormat();
  const { browser, createdAt, seenAt, isThis } = session;
  const name = browser || t("unknownBrowser");
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          {isThis ? <Badge tone="positive">{t("thisOne")}</Badge> : null}
        </p>
        <p className="text-muted text-sm">
          {t("since", { date: formatDateTime(createdAt), seen: formatDateTime(seenAt) })}
        </p>
      </div>
      {isThis ? null : (
        <ConfirmStep
          label={t("end")}
          openerName={tConsole("actionFor", { action: t("end"), name })}
          variant="quiet"
          question={t("endQuestion", { name })}
          yes={t("end")}
          no={tConsole("confirm.cancel")}
          busy={busy}
          isDisabled={disabled}
          onYes={onEnd}
        />
      )}
    </li>
  );
}
