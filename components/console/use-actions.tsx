"use client";

import type { ReactElement } from "react";
import { useState } from "react";

import { FocusRestorer } from "@/components/ui/focus-restorer";
import { Notice } from "@/components/ui/notice";
import type { ActionFailure } from "@/lib/people/client";

import { useConfirmedCalls } from "./use-confirmed-calls";
import { useRefusalText } from "./use-console-text";

/** `name` identifies the busy button. Resolves to undefined while another action runs. */
export type RunAction<Name extends string> = <Success extends { ok: true }>(
  name: Name,
  send: () => Promise<Success | ActionFailure>,
  /** The notice of a success. */
  show: (success: Success) => string | ReactElement,
) => Promise<Success | ActionFailure | undefined>;

export type ButtonState = { busy: boolean; disabled: boolean };

/** Runs a page's actions as confirmed calls. `outcome` is the notice about the last result. */
export function useActions<Name extends string>(reload: () => Promise<unknown>) {
  const { busy, call } = useConfirmedCalls<Name>(reload);
  const refusalText = useRefusalText();
  const [outcome, setOutcome] = useState<ReactElement | null>(null);
  const run: RunAction<Name> = async (name, send, show) => {
    if (busy === null) setOutcome(null);
    const answer = await call(name, send);
    if (!answer) return;
    const result = answer.ok ? show(answer) : <Notice tone="danger" role="alert" title={refusalText(answer)} />;
    const notice = typeof result === "string" ? <Notice tone="positive" role="status" title={result} /> : result;
    setOutcome(<FocusRestorer>{notice}</FocusRestorer>);
    return answer;
  };
  const getButtonState = (name: Name): ButtonState => ({
    busy: busy === name,
    disabled: busy !== null && busy !== name,
  });
  return { isBusy: busy !== null, getButtonState, outcome, run };
}
