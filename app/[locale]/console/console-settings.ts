import "server-only";

import { env } from "@/lib/platform/server/env";

/** What pages of the console show by the environment. */
export function consoleSettings() {
  const { TIRAGE_MODE, VERIFICATION } = env();
  return { isDemo: TIRAGE_MODE === "demo", hasVerification: VERIFICATION === "on" };
}
