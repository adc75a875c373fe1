import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Identity } from "./certificates";

/** Like Apple's file, one long line of hexadecimal digits. */
const domainAssociation = Buffer.from('{"version":1,"note":"sandbox"}').toString("hex").toUpperCase();

/** Writes a merchant identity and a domain association file to where a demo's server reads them. */
export function storeIdentity(directory: string, { certificate, key }: Identity): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "merchant-identity.key"), key, { mode: 0o600 });
  writeFileSync(join(directory, "merchant-identity.pem"), certificate);
  writeFileSync(join(directory, "domain-association.txt"), domainAssociation);
}
