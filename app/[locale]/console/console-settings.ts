import "server-only";

import { env } from "@/lib/platform/server/env";

/** The settings of the environment on which pages of the console depend. */
export function consoleSettings() {
  const { TIRAGE_MODE, VERIFICATION } = env();
  return { isDemo: TIRAGE_MODE === "demo", hasVerification: VERIFICATION === "on" };
}
