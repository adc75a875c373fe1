import type { Sealer } from "@/lib/platform/server/seal";

const credentialLabel = "device credential";
const codeLabel = "device code";
const issueLabel = "device credential issued";

/** What is kept of a device's credential: enough to know it again, nothing that opens anything. */
export function hashCredential(sealer: Pick<Sealer, "digest">, credential: string): string {
  return Buffer.from(sealer.digest(credential, credentialLabel)).toString("base64url");
}

/** What is kept of a device's one-time code. */
export function hashCode(sealer: Pick<Sealer, "digest">, code: string): string {
  return Buffer.from(sealer.digest(code, codeLabel)).toString("base64url");
}

/**
 * The credential derived from a code for a browser whose call has its own key: the same again for the same call, so
 * that a lost answer can be requested again, and unknown to anyone who only has the code.
 */
export function deriveCredential(
  sealer: Pick<Sealer, "digest">,
  { deviceId, code, key }: { deviceId: string; code: string; key: string },
): string {
  return Buffer.from(sealer.digest(JSON.stringify([deviceId, code, key]), issueLabel)).toString("base64url");
}
