"use client";

import { useEffect } from "react";

import { logInBrowser } from "@/lib/platform/http/browser-log";

type LoggedState = {
  phase: string;
  /** State of the order that it is about, null without one. */
  order: string | null;
  /** Why it is where it is, null without a refusal. */
  reason: string | null;
};

/** Tells the browser's console each state of a machine, where the page's address asks for it. */
export function useLoggedState(machine: string, { phase, order, reason }: LoggedState): void {
  useEffect(() => logInBrowser("state", { machine, phase, order, reason }), [machine, phase, order, reason]);
}
