"use client";

import type { ReactElement } from "react";
import { useState } from "react";

import { FocusKeeper } from "@/components/ui/focus-keeper";
import { Notice } from "@/components/ui/notice";
import type { Trouble } from "@/lib/people/client";

import { useRefusalText } from "./use-console-text";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

/** Runs an action under a name, by which its button knows that it is busy. Null while another action runs. */
export type Act<Name extends string> = <Done extends { ok: true }>(
  name: Name,
  work: () => Promise<Done | Trouble>,
  /** What to show of the result, as text or as an element. */
  show: (done: Done) => string | ReactElement,
) => Promise<Done | Trouble | null>;

/** The state of the button with that name. */
export type ButtonState = { busy: boolean; disabled: boolean };

/**
 * For the actions of a page. It has a passkey confirmed if the server asks for one, `reload` reads again what may have
 * changed, and `outcome` tells the result.
 */
export function useAct<Name extends string>(reload: () => Promise<unknown>) {
  const runConfirmed = usePasskeyConfirmation();
  const refusalText = useRefusalText();
  const [busy, setBusy] = useState<Name | null>(null);
  const [outcome, setOutcome] = useState<ReactElement | null>(null);
  const act: Act<Name> = async (name, work, show) => {
    if (busy !== null) return null;
    setBusy(name);
    setOutcome(null);
    const answer = await runConfirmed(work);
    await reload();
    setBusy(null);
    const shown = answer.ok ? show(answer) : <Notice tone="danger" role="alert" title={refusalText(answer)} />;
    const notice = typeof shown === "string" ? <Notice tone="positive" role="status" title={shown} /> : shown;
    setOutcome(<FocusKeeper>{notice}</FocusKeeper>);
    return answer;
  };
  const stateOf = (name: Name): ButtonState => ({ busy: busy === name, disabled: busy !== null && busy !== name });
  return { isBusy: busy !== null, stateOf, outcome, act };
}
