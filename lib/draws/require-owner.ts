import "server-only";

import type { Sealer } from "@/lib/platform/server/seal";
import { namedKeyOf } from "@/lib/platform/server/seal";

/** Thrown when no key of this process opens what the database holds; the message names no secret. */
class WrongSecretsKey extends Error {
  constructor({ keyId, keyIds }: Sealer, sealed: string) {
    const sealedWith = namedKeyOf(sealed);
    const other = sealedWith ? ` was sealed with the key ${sealedWith}` : " was sealed with another key";
    const previous = keyIds.length > 1 ? ` (SECRETS_KEY_PREVIOUS: ${keyIds.slice(1).join(", ")})` : "";
    super(
      `SECRETS_KEY does not open this database: what it holds${other}, and this is the key ${keyId}${previous}. ` +
        "Start with the original key, add it to SECRETS_KEY_PREVIOUS, or set DATABASE_URL or DATA_DIR to the database " +
        "that belongs to this key.",
    );
    this.name = "WrongSecretsKey";
  }
}

/** The id of the key of this process that sealed it. Throws `WrongSecretsKey` if there is none. */
export function requireOwner(sealer: Sealer, sealed: string, label: string): string {
  const owner = sealer.ownerOf(sealed, label);
  if (owner === null) throw new WrongSecretsKey(sealer, sealed);
  return owner;
}
