import type { JWK } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const sandboxProject = {
  projectNumber: "1234567890",
  projectId: "tirage-sandbox",
  appId: "1:1234567890:web:5a4db0c5",
  apiKey: "sandbox-api-key",
  siteKey: "sandbox-site-key",
} as const;

/** `isForged` signs with an unpublished key under the published key's name. */
export type TokenChanges = { lifeSeconds?: number; projectNumber?: string; appId?: string; isForged?: boolean };

export type TokenIssuer = { publicKeys: () => Promise<JWK[]>; sign: (changes?: TokenChanges) => Promise<string> };

const algorithm = "RS256";
const keyId = "sandbox";

/** Creates its keys on first use. `now` is in ms. */
export function createTokenIssuer(now: () => number): TokenIssuer {
  const keyPairs = new Map<string, ReturnType<typeof generateKeyPair>>();
  function getKeys(name: "own" | "foreign") {
    const pair = keyPairs.get(name) ?? generateKeyPair(algorithm, { extractable: true });
    keyPairs.set(name, pair);
    return pair;
  }
  return {
    async publicKeys() {
      const { publicKey } = await getKeys("own");
      return [{ ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: "sig" }];
    },
    async sign({ lifeSeconds = 3600, isForged = false, ...changes } = {}) {
      const { projectNumber, appId } = { ...sandboxProject, ...changes };
      const nowSeconds = Math.floor(now() / 1000);
      const { privateKey } = await getKeys(isForged ? "foreign" : "own");
      return new SignJWT({ provider: "recaptcha_v3" })
        .setProtectedHeader({ alg: algorithm, typ: "JWT", kid: keyId })
        .setIssuer(`https://firebaseappcheck.googleapis.com/${projectNumber}`)
        .setAudience([`projects/${projectNumber}`, `projects/${sandboxProject.projectId}`])
        .setSubject(appId)
        .setIssuedAt(nowSeconds + Math.min(0, lifeSeconds) - 1)
        .setExpirationTime(nowSeconds + lifeSeconds)
        .sign(privateKey);
    },
  };
}
