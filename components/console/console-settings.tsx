"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

const VerificationContext = createContext(false);

type ConsoleSettingsProps = { hasVerification: boolean; children: ReactNode };

/** Gives the pages of the console the settings of the server's environment. */
export function ConsoleSettings({ hasVerification, children }: ConsoleSettingsProps) {
  return <VerificationContext value={hasVerification}>{children}</VerificationContext>;
}

/** True if the page `/hashtest` exists. */
export function useHasVerification(): boolean {
  return useContext(VerificationContext);
}
