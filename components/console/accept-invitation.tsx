"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ActionFailure, OpenedInvitation } from "@/lib/people/client";
import { acceptInvitation, openInvitation } from "@/lib/people/client";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { forgetInvitationCode, takeInvitationCode } from "./invitation-code";
import { PasskeyName } from "./passkey-name";
import { useRefusalText } from "./use-console-text";

/** Uses the code only after a click, because email scanners open links, and some run a page's scripts. */
export function AcceptInvitation() {
  const t = useTranslations("console.invitation");
  const refusalText = useRefusalText();
  const [code, setCode] = useState<string | null | undefined>();
  const [opened, setOpened] = useState<OpenedInvitation | null>(null);
  const [refusal, setRefusal] = useState<ActionFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const readCode = () => setCode(takeInvitationCode());
    readCode();
    window.addEventListener("hashchange", readCode);
    return () => window.removeEventListener("hashchange", readCode);
  }, []);
  const open = async () => {
    setBusy(true);
    setRefusal(null);
    const answer = await openInvitation(code ?? "");
    setBusy(false);
    if (answer.ok) setOpened(answer.body);
    else setRefusal(answer);
  };
  return (
    <Card aria-labelledby="invitation" className="mx-auto grid grid-cols-1 w-full max-w-lg gap-5">
      <h1 id="invitation" className="text-2xl">
        {t("title")}
      </h1>
      {code === null ? <Notice tone="warning" title={t("missing")} /> : <p>{t("text")}</p>}
      {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
      {opened && code ? (
        <CreatePasskey code={code} opened={opened} reopen={open} onRefusal={setRefusal} />
      ) : (
        <Button busy={isBusy} disabled={!code} onClick={open} className="justify-self-start">
          {t("button")}
        </Button>
      )}
    </Card>
  );
}

type CreatePasskeyProps = {
  code: string;
  opened: OpenedInvitation;
  /** Requests a new challenge, because a passkey must sign one within five minutes. */
  reopen: () => Promise<void>;
  onRefusal: (refusal: ActionFailure | null) => void;
};

function CreatePasskey({ code, opened, reopen, onRefusal }: CreatePasskeyProps) {
  const t = useTranslations("console.invitation");
  const locale = useLocale();
  const heading = useRef<HTMLParagraphElement>(null);
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  const createPasskey = async () => {
    setBusy(true);
    onRefusal(null);
    const answer = await acceptInvitation(code, opened, { name, locale });
    if (answer.ok) {
      forgetInvitationCode();
      return window.location.assign(localizedPath(locale, "/console/account"));
    }
    if (answer.reason === "challenge-over") await reopen();
    setBusy(false);
    onRefusal(answer);
  };
  return (
    <>
      <p ref={heading} tabIndex={-1} className="font-semibold">
        {t("for", opened.person)}
      </p>
      <PasskeyName name={name} onChange={setName} />
      <Button busy={isBusy} onClick={createPasskey} className="justify-self-start">
        {t(isBusy ? "working" : "make")}
      </Button>
    </>
  );
}
