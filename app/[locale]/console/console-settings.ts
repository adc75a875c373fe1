import "server-only";

import { env } from "@/lib/platform/server/env";

export function consoleSettings() {
  const { TIRAGE_MODE, VERIFICATION } = env();
  return { isDemo: TIRAGE_MODE === "demo", hasVerification: VERIFICATION === "on" };
}
