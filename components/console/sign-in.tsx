"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { ActionFailure } from "@/lib/people/client";
import { signIn } from "@/lib/people/client";

import { useConsoleSettings } from "./console-settings";
import { useRefusalText } from "./use-console-text";

type SignInProps = {
  /** The session of an open page ended, and the page goes on after the sign-in. */
  isReturning?: boolean;
  onSignedIn: () => void;
};

export function SignIn({ isReturning = false, onSignedIn }: SignInProps) {
  const t = useTranslations("console.signIn");
  const refusalText = useRefusalText();
  const { isDemo } = useConsoleSettings();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ActionFailure | null>(null);
  const handleSignIn = async () => {
    setBusy(true);
    setRefusal(null);
    const answer = await signIn();
    setBusy(false);
    if (answer.ok) return onSignedIn();
    setRefusal(answer);
  };
  return (
    <Card aria-labelledby="sign-in" className="mx-auto grid grid-cols-1 w-full max-w-md gap-5">
      <div className="grid grid-cols-1 gap-2">
        <h1 id="sign-in" className="flex items-center gap-2 text-2xl">
          <Icon name="lock" className="size-5 text-muted" />
          {t("title")}
        </h1>
        <p className="text-muted">{t(isReturning ? "ended" : "text")}</p>
      </div>
      {isDemo ? (
        <Notice title={t(isReturning ? "demoEnded" : "demo")}>
          <p>{t("demoText")}</p>
        </Notice>
      ) : null}
      {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
      <Button busy={isBusy} onClick={handleSignIn} className="w-full">
        {t(isBusy ? "working" : "button")}
      </Button>
      <p className="text-muted text-sm">{t("lost")}</p>
    </Card>
  );
}
