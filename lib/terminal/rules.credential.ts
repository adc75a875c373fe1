import type { Sealer } from "@/lib/seal";

const credentialLabel = "device credential";
const codeLabel = "device code";

/** What is kept of a device's credential: enough to know it again, nothing that opens anything. */
export function hashCredential(sealer: Pick<Sealer, "digest">, credential: string): string {
  return Buffer.from(sealer.digest(credential, credentialLabel)).toString("base64url");
}

/** What is kept of a device's one-time code. */
export function hashCode(sealer: Pick<Sealer, "digest">, code: string): string {
  return Buffer.from(sealer.digest(code, codeLabel)).toString("base64url");
}
