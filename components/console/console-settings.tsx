"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

type Settings = {
  /** In a demo, people sign in with links of the terminal. */
  isDemo: boolean;
  /** The page `/hashtest` exists. */
  hasVerification: boolean;
};

const SettingsContext = createContext<Settings>({ isDemo: false, hasVerification: false });

/** Passes settings of the server's environment to the console's pages. */
export function ConsoleSettings({ children, ...settings }: Settings & { children: ReactNode }) {
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export function useConsoleSettings(): Settings {
  return useContext(SettingsContext);
}
