"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

const VerificationContext = createContext(false);

type ConsoleSettingsProps = { hasVerification: boolean; children: ReactNode };

/** What the server's environment says to the pages of the console. */
export function ConsoleSettings({ hasVerification, children }: ConsoleSettingsProps) {
  return <VerificationContext value={hasVerification}>{children}</VerificationContext>;
}

/** Whether `/hashtest` is there. */
export function useHasVerification(): boolean {
  return useContext(VerificationContext);
}
