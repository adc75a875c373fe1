"use client";

import { useEffect } from "react";

import { isLogging } from "@/lib/platform/http/browser/browser-logging";

type LoggedState = {
  phase: string;
  order: string | null;
  reason: string | null;
};

export function useLoggedState(machine: string, { phase, order, reason }: LoggedState): void {
  useEffect(() => {
    if (!isLogging()) return;
    const details = { machine, phase, order, reason };
    import("@/lib/platform/http/browser/browser-log").then(
      ({ logInBrowser }) => logInBrowser("state", details),
      () => undefined,
    );
  }, [machine, phase, order, reason]);
}
