"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Trouble } from "@/lib/people/client";
import { confirmOwn } from "@/lib/people/client";

import { useRefusalText } from "./use-console-text";

type Refusable = { ok: true } | { ok: false; reason: string };

/** Runs a call. If the server asks for a passkey, runs it again after one is confirmed. */
type RunConfirmed = <Answer extends Refusable>(call: () => Promise<Answer>) => Promise<Answer>;

const PasskeyConfirmationContext = createContext<RunConfirmed>((call) => call());

export function usePasskeyConfirmation(): RunConfirmed {
  return useContext(PasskeyConfirmationContext);
}

export function PasskeyConfirmationProvider({ children }: { children: ReactNode }) {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  const ask = () => new Promise<boolean>((resolve) => setSettle(() => resolve));
  const runConfirmed: RunConfirmed = async (call) => {
    const answer = await call();
    if (answer.ok || answer.reason !== "passkey-required") return answer;
    const isConfirmed = await ask();
    setSettle(null);
    return isConfirmed ? call() : answer;
  };
  return (
    <PasskeyConfirmationContext value={runConfirmed}>
      {children}
      {settle ? <ConfirmDialog onEnd={settle} /> : null}
    </PasskeyConfirmationContext>
  );
}

const dialogClass =
  "m-auto w-full max-w-md rounded-card border border-line bg-raised p-6 text-ink shadow-card " +
  "backdrop:bg-black/50 max-sm:max-w-[calc(100%-2rem)]";

function ConfirmDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const t = useTranslations("console.confirm");
  const refusalText = useRefusalText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Trouble | null>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing the dialog gives the focus back to the button before it. Only removing it doesn't.
    return () => shown?.close();
  }, []);
  const press = async () => {
    setBusy(true);
    const done = await confirmOwn();
    setBusy(false);
    if (done.ok) return onEnd(true);
    setRefusal(done);
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
          {t("title")}
        </h2>
        <p>{t("text")}</p>
        {refusal ? <Notice tone="danger" role="alert" title={refusalText(refusal)} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={press}>
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
