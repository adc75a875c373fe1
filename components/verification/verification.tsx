"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { Queries } from "@/components/ui/queries";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { openSession } from "@/lib/verification/client";
import { VerificationConsole } from "./verification-console";

type VerificationProps = { wasSignedIn: boolean; offer: ApplePayOffer | null; isDemo: boolean };

/** `ended`: the half hour is over. */
type Session = "none" | "open" | "ended";

export function Verification({ wasSignedIn, offer, isDemo }: VerificationProps) {
  const [session, setSession] = useState<Session>(wasSignedIn ? "open" : "none");
  if (session !== "open") return <KeyForm hasEnded={session === "ended"} onOpened={() => setSession("open")} />;
  return (
    // A session's data is not there for the next.
    <Queries>
      <VerificationConsole
        offer={offer}
        isDemo={isDemo}
        onEnded={() => setSession("ended")}
        onSignedOut={() => setSession("none")}
      />
    </Queries>
  );
}

type KeyFormProps = { hasEnded: boolean; onOpened: () => void };

function KeyForm({ hasEnded, onOpened }: KeyFormProps) {
  const t = useTranslations("verification.signIn");
  const reasons = useTranslations("reasons");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function refuse(words: string) {
    setError(words);
    input.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const key = input.current?.value.trim() ?? "";
    if (isBusy) return;
    if (key === "") return refuse(t("required"));
    setBusy(true);
    const answer = await openSession(key);
    setBusy(false);
    if (answer.ok) return onOpened();
    refuse(reasons(answer.reason));
  }

  const hint = t("hint");
  return (
    <Card aria-labelledby="sign-in" className="grid gap-5">
      <h2 id="sign-in" className="flex items-center gap-2 text-xl">
        <Icon name="lock" className="size-5 text-muted" />
        {t("heading")}
      </h2>
      {hasEnded ? <Notice tone="warning" role="status" title={t("ended")} /> : null}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field id="verification-key" label={t("key")} hint={hint} error={error}>
          <input
            {...controlProps("verification-key", { hint, error })}
            ref={input}
            type="password"
            autoComplete="off"
            maxLength={512}
            required
            className={controlClass}
          />
        </Field>
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {t(isBusy ? "submitting" : "submit")}
        </Button>
      </form>
    </Card>
  );
}
