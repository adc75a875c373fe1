"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

const VerificationContext = createContext(false);

type ConsoleSettingsProps = { hasVerification: boolean; children: ReactNode };

/** Passes settings of the server's environment to the console's pages. */
export function ConsoleSettings({ hasVerification, children }: ConsoleSettingsProps) {
  return <VerificationContext value={hasVerification}>{children}</VerificationContext>;
}

/** True if the page `/hashtest` exists. */
export function useHasVerification(): boolean {
  return useContext(VerificationContext);
}
