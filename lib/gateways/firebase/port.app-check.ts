import type { AppCheckMode } from "@/lib/platform/server/env.gateways";

/** `foreign`: the token is of another project or app. `forged`: it isn't signed with Google's keys. */
export type AppCheckFlaw = "missing" | "malformed" | "expired" | "foreign" | "forged";

/** `unavailable`: the keys couldn't be read. */
export type AppCheckVerdict = { kind: "valid" } | { kind: "flawed"; flaw: AppCheckFlaw } | { kind: "unavailable" };

export type AppCheck = {
  getMode: (path: string) => AppCheckMode;
  verify: (token: string | null) => Promise<AppCheckVerdict>;
};
