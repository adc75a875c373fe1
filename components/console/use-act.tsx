"use client";

import type { ReactElement } from "react";
import { useState } from "react";

import { FocusKeeper } from "@/components/ui/focus-keeper";
import { Notice } from "@/components/ui/notice";
import type { Trouble } from "@/lib/people/client";

import { useTroubleWords } from "./use-console-words";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

/** Does something under a name that tells its button from the others. Null while another act is under way. */
export type Act<Name extends string> = <Done extends { ok: true }>(
  name: Name,
  work: () => Promise<Done | Trouble>,
  /** What was done, in words or as what to show. */
  show: (done: Done) => string | ReactElement,
) => Promise<Done | Trouble | null>;

/** Of the button by that name. */
export type ButtonState = { busy: boolean; disabled: boolean };

/**
 * For what people press on a page: a passkey is confirmed where the server asks for one, `reload` reads again what may
 * have changed, and `outcome` says what came of it.
 */
export function useAct<Name extends string>(reload: () => Promise<unknown>) {
  const runConfirmed = usePasskeyConfirmation();
  const wordsOf = useTroubleWords();
  const [busy, setBusy] = useState<Name | null>(null);
  const [outcome, setOutcome] = useState<ReactElement | null>(null);
  const act: Act<Name> = async (name, work, show) => {
    if (busy !== null) return null;
    setBusy(name);
    setOutcome(null);
    const answer = await runConfirmed(work);
    await reload();
    setBusy(null);
    const shown = answer.ok ? show(answer) : <Notice tone="danger" role="alert" title={wordsOf(answer)} />;
    const notice = typeof shown === "string" ? <Notice tone="positive" role="status" title={shown} /> : shown;
    setOutcome(<FocusKeeper>{notice}</FocusKeeper>);
    return answer;
  };
  const stateOf = (name: Name): ButtonState => ({ busy: busy === name, disabled: busy !== null && busy !== name });
  return { isBusy: busy !== null, stateOf, outcome, act };
}
