import "server-only";

import type { Context } from "@/lib/context";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer, deriveKeyId, readKeyId } from "@/lib/platform/server/seal";
import {
  decodeRoot,
  digestRootLabel,
  encodeRoot,
  keyCheckLabel,
  NothingSealedError,
  WrongSecretsKeyError,
} from "./rules";
import { insertDigestRoot, readInstallation, readKeyCheck } from "./store";

/** The current key, then the previous ones. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** Throws `WrongSecretsKeyError` if no key fits, `NothingSealedError` if no server has run yet (decision 058). */
export async function openSeals(db: Context["db"], ring: KeyRing): Promise<Sealer> {
  const [current, ...previous] = ring;
  const sealer = createSealer(current, previous);
  const row = await readInstallation(db);
  if (!row) throw new NothingSealedError();
  const ownerKeyId = requireOwnerKeyId(sealer, row.keyCheck, keyCheckLabel);
  if (row.digestRoot === null) await createDigestRoot(db, { sealer, ring }, ownerKeyId);
  const sealed = (await readInstallation(db))?.digestRoot ?? "";
  requireOwnerKeyId(sealer, sealed, digestRootLabel);
  return createSealer(current, previous, decodeRoot(sealer.open(sealed, digestRootLabel)));
}

/** Digests of older databases were made with their key. It becomes the root, so that no digest changes. */
async function createDigestRoot(
  db: Context["db"],
  { sealer, ring }: { sealer: Sealer; ring: KeyRing },
  ownerKeyId: string,
) {
  const key = ring.find((each) => deriveKeyId(each) === ownerKeyId) ?? ring[0];
  await insertDigestRoot(db, sealer.seal(encodeRoot(key), digestRootLabel, ownerKeyId));
}

/** Undefined if no server has run yet. Locks the row, so that a rotation misses nothing sealed meanwhile. */
export async function readSealingKey({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<string | undefined> {
  const keyCheck = await readKeyCheck(db);
  return keyCheck === null ? undefined : requireOwnerKeyId(sealer, keyCheck, keyCheckLabel);
}

export function requireOwnerKeyId(sealer: Sealer, sealed: string, label: string): string {
  const ownerKeyId = sealer.findKeyId(sealed, label);
  if (ownerKeyId === null) throw new WrongSecretsKeyError(sealer.keyIds, readKeyId(sealed));
  return ownerKeyId;
}
