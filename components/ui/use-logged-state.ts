"use client";

import { useEffect } from "react";

import { isLogging } from "@/lib/platform/http/browser-logging";

type LoggedState = {
  phase: string;
  /** State of the order that it is about, null without one. */
  order: string | null;
  /** Why it is where it is, null without a refusal. */
  reason: string | null;
};

/** Tells the browser's console each state of a machine, where the page's address asks for it. */
export function useLoggedState(machine: string, { phase, order, reason }: LoggedState): void {
  useEffect(() => {
    if (!isLogging()) return;
    const facts = { machine, phase, order, reason };
    import("@/lib/platform/http/browser-log").then(
      ({ logInBrowser }) => logInBrowser("state", facts),
      () => undefined,
    );
  }, [machine, phase, order, reason]);
}
