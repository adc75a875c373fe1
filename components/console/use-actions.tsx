"use client";

import type { ReactElement } from "react";
import { useState } from "react";

import { FocusKeeper } from "@/components/ui/focus-keeper";
import { Notice } from "@/components/ui/notice";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import type { ActionFailure } from "@/lib/people/client";

import { useRefusalText } from "./use-console-text";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

/** Runs an action under a name, by which its button knows that it is busy. Undefined while another action runs. */
export type RunAction<Name extends string> = <Success extends { ok: true }>(
  name: Name,
  call: () => Promise<Success | ActionFailure>,
  /** What to show of the result, as text or as an element. */
  show: (success: Success) => string | ReactElement,
  /** What to say of a refusal, unless its reason says it. Null if the form shows it beside its fields. */
  explain?: (refusal: ActionFailure) => string | null,
) => Promise<Success | ActionFailure | undefined>;

/** The state of the button with that name. */
export type ButtonState = { busy: boolean; disabled: boolean };

/**
 * For the actions of a page. It has a passkey confirmed if the server asks for one, `reload` reads again what may have
 * changed, and `outcome` tells the result.
 */
export function useActions<Name extends string>(reload: () => Promise<unknown>) {
  const runConfirmed = usePasskeyConfirmation();
  const refusalText = useRefusalText();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState<Name | null>(null);
  const [outcome, setOutcome] = useState<ReactElement | null>(null);
  const run: RunAction<Name> = (name, call, show, explain = refusalText) =>
    oneAtATime(async () => {
      setBusy(name);
      setOutcome(null);
      const answer = await runConfirmed(call);
      await reload();
      setBusy(null);
      const shown = answer.ok ? show(answer) : explain(answer);
      if (shown !== null) {
        const notice = typeof shown === "string" ? noticeOf(answer.ok, shown) : shown;
        setOutcome(<FocusKeeper>{notice}</FocusKeeper>);
      }
      return answer;
    });
  const stateOf = (name: Name): ButtonState => ({ busy: busy === name, disabled: busy !== null && busy !== name });
  return { isBusy: busy !== null, stateOf, outcome, run };
}

function noticeOf(isDone: boolean, text: string): ReactElement {
  return <Notice tone={isDone ? "positive" : "danger"} role={isDone ? "status" : "alert"} title={text} />;
}
