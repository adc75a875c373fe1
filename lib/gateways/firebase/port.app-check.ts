import type { AppCheckMode } from "@/lib/platform/server/env.gateways";

/** `foreign`: the token is of another project or app. `forged`: it is not signed with Google's keys. */
export type AppCheckFlaw = "missing" | "malformed" | "expired" | "foreign" | "forged";

/** `unavailable` means that the keys could not be read. */
export type AppCheckVerdict = { kind: "valid" } | { kind: "flawed"; flaw: AppCheckFlaw } | { kind: "unavailable" };

export type AppCheck = {
  getMode: (path: string) => AppCheckMode;
  /** Never throws. */
  verify: (token: string | null) => Promise<AppCheckVerdict>;
};
