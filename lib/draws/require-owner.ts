import "server-only";

import type { Sealer } from "@/lib/platform/server/seal";
import { namedKeyOf } from "@/lib/platform/server/seal";
import { WrongSecretsKey } from "./rules.secrets";

/** The id of the key of this process that sealed it. Throws `WrongSecretsKey` if there is none. */
export function requireOwner(sealer: Sealer, sealed: string, label: string): string {
  const owner = sealer.ownerOf(sealed, label);
  if (owner === null) throw new WrongSecretsKey(sealer.keyIds, namedKeyOf(sealed));
  return owner;
}
