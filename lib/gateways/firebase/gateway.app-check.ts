import "server-only";

import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";

import type { AppCheckSettings } from "@/lib/platform/server/env.gateways";
import { logRarely } from "@/lib/platform/server/log";
import type { AppCheck, AppCheckFlaw, AppCheckVerdict } from "./port.app-check";
import { getMode } from "./rules";

/** Google recommends reading its keys again every six hours. */
const keysMaxAgeMs = 6 * 60 * 60_000;

/** In `enforce`, a call waits this long for the keys. An unknown key id makes them be read again this often. */
const keysTimeoutMs = 3000;
const keysCooldownMs = 30_000;

/** The key server isn't called again for this long after a failure. */
const failureCooldownMs = 1000;

/** Tokens have about a thousand characters. */
const maxTokenLength = 8192;

const flaws: readonly [new (...parts: never[]) => Error, AppCheckFlaw][] = [
  [errors.JWTExpired, "expired"],
  [errors.JWTClaimValidationFailed, "foreign"],
  [errors.JOSEAlgNotAllowed, "forged"],
  [errors.JWSSignatureVerificationFailed, "forged"],
  [errors.JWKSNoMatchingKey, "forged"],
  [errors.JWKSMultipleMatchingKeys, "forged"],
  [errors.JWSInvalid, "malformed"],
  [errors.JWTInvalid, "malformed"],
  [errors.JOSENotSupported, "malformed"],
];

/** Checks as Google documents (https://firebase.google.com/docs/app-check/custom-resource-backend). */
export function createAppCheck(settings: AppCheckSettings): AppCheck {
  const { projectNumber, appId, keysUrl } = settings;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: keysTimeoutMs,
    cooldownDuration: keysCooldownMs,
    cacheMaxAge: keysMaxAgeMs,
    [customFetch]: createKeysFetch(),
  });
  const expected = {
    algorithms: ["RS256"],
    typ: "JWT",
    issuer: `https://firebaseappcheck.googleapis.com/${projectNumber}`,
    audience: `projects/${projectNumber}`,
    subject: appId,
    requiredClaims: ["exp"],
  };
  return {
    getMode: (path) => getMode(path, settings),
    async verify(token) {
      if (!token) return { kind: "flawed", flaw: "missing" };
      if (token.length > maxTokenLength) return { kind: "flawed", flaw: "malformed" };
      return jwtVerify(token, keys, expected).then(() => ({ kind: "valid" }), toVerdict);
    },
  };
}

function createKeysFetch() {
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (performance.now() < pausedUntilMs) throw new Error("The keys could not be read a moment ago.");
    const answer = await fetch(url, init).catch((error: unknown) => error as Error);
    if (!(answer instanceof Response && answer.ok)) pausedUntilMs = performance.now() + failureCooldownMs;
    if (answer instanceof Response) return answer;
    throw answer;
  };
}

function toVerdict(error: unknown): AppCheckVerdict {
  const flaw = flaws.find(([kind]) => error instanceof kind)?.[1];
  if (flaw) return { kind: "flawed", flaw };
  logRarely("The keys of App Check could not be read", ` (${error instanceof Error ? error.name : "unknown"})`);
  return { kind: "unavailable" };
}
