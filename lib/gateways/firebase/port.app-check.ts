import type { AppCheckMode } from "@/lib/platform/server/env.gateways";

/**
 * Why a token proves nothing: there is none, it is no token, its time is over, it is of another project or app, or
 * nobody with Google's keys signed it.
 */
export type AppCheckFlaw = "missing" | "malformed" | "expired" | "foreign" | "forged";

/** What a token proves; `unavailable`: the keys could not be read, so nobody knows. */
export type AppCheckVerdict = { kind: "valid" } | { kind: "flawed"; flaw: AppCheckFlaw } | { kind: "unavailable" };

/** Firebase App Check as it is set up: what it does where, and whether a token is one of our app. */
export type AppCheck = {
  /** What happens at a path of the API to a call without a valid token. */
  modeOf: (path: string) => AppCheckMode;
  /** Never throws. */
  verify: (token: string | null) => Promise<AppCheckVerdict>;
};
