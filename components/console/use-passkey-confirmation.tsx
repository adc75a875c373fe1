"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ActionFailure } from "@/lib/people/client";
import { confirmSession, signIn } from "@/lib/people/client";

import { useRefusalText } from "./use-console-text";
import { useResume } from "./use-resume";

export type Refusable = { ok: true } | { ok: false; reason: string };

/** If the server asks for a passkey, or the session has ended, the call runs again after a passkey was used. */
type RunConfirmed = <Answer extends Refusable>(call: () => Promise<Answer>) => Promise<Answer>;

const PasskeyConfirmationContext = createContext<RunConfirmed>((call) => call());

export function usePasskeyConfirmation(): RunConfirmed {
  return useContext(PasskeyConfirmationContext);
}

type Purpose = "confirm" | "sign-in";

const purposes: Readonly<Record<string, Purpose>> = {
  "passkey-required": "confirm",
  "session-required": "sign-in",
  // The server refuses a call without a session with this reason.
  "admin-key-wrong": "sign-in",
};

type Question = { purpose: Purpose; onEnd: (isConfirmed: boolean) => void };

export function PasskeyConfirmationProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (purpose: Purpose) => new Promise<boolean>((onEnd) => setQuestion({ purpose, onEnd }));
  const runConfirmed: RunConfirmed = async (call) => {
    const answer = await call();
    const purpose = answer.ok ? undefined : purposes[answer.reason];
    if (purpose === undefined) return answer;
    const isConfirmed = await ask(purpose);
    setQuestion(null);
    return isConfirmed ? call() : answer;
  };
  return (
    <PasskeyConfirmationContext value={runConfirmed}>
      {children}
      {/* Rendered into the body, because a page whose session has ended is hidden. */}
      {question ? createPortal(<PasskeyDialog {...question} />, document.body) : null}
    </PasskeyConfirmationContext>
  );
}

const dialogClass =
  "m-auto w-full max-w-md rounded-card border border-line bg-raised p-6 text-ink shadow-card " +
  "backdrop:bg-black/50 max-sm:max-w-[calc(100%-2rem)]";

function PasskeyDialog({ purpose, onEnd }: Question) {
  const t = useTranslations("console.confirm");
  const refusalText = useRefusalText();
  const resume = useResume();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ActionFailure | null>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing returns the focus to the previous element; only removing the dialog doesn't.
    return () => element?.close();
  }, []);
  const handleConfirm = async () => {
    setBusy(true);
    const answer = await (purpose === "confirm" ? confirmSession() : signIn());
    if (answer.ok && purpose === "sign-in") await resume();
    setBusy(false);
    if (answer.ok) return onEnd(true);
    setRefusal(answer);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onCancel={(event) => {
        event.preventDefault();
        onEnd(false);
      }}
      className={dialogClass}
    >
      <div className="grid gap-4">
        <h2 id="confirm-title" className="text-xl">
          {t(purpose === "confirm" ? "title" : "endedTitle")}
        </h2>
        <p>{t(purpose === "confirm" ? "text" : "endedText")}</p>
        {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={handleConfirm}>
            {t("button")}
          </Button>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {t("cancel")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
