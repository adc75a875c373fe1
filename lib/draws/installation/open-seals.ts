import "server-only";

import type { Context } from "@/lib/context";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer, deriveKeyId, readKeyId } from "@/lib/platform/server/seal";
import { checkLabel, NothingSealed, rootLabel, toRoot, WrongSecretsKey, writeRoot } from "./rules";
import { insertDigestRoot, readInstallation, readKeyCheck } from "./store";

/** Begins with the current key. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** Throws `WrongSecretsKey` if no key of the ring fits, `NothingSealed` without the row (decision 058). */
export async function openSeals(db: Context["db"], ring: KeyRing): Promise<Sealer> {
  const [current, ...previous] = ring;
  const sealer = createSealer(current, previous);
  const row = await readInstallation(db);
  if (!row) throw new NothingSealed();
  const owner = requireOwner(sealer, row.keyCheck, checkLabel);
  if (row.digestRoot === null) await beginRoot(db, { sealer, ring }, owner);
  const sealed = (await readInstallation(db))?.digestRoot ?? "";
  requireOwner(sealer, sealed, rootLabel);
  return createSealer(current, previous, toRoot(sealer.open(sealed, rootLabel)));
}

/** Digests of older databases were made with their key, so it becomes the root and no digest changes. */
async function beginRoot(db: Context["db"], { sealer, ring }: { sealer: Sealer; ring: KeyRing }, owner: string) {
  const key = ring.find((each) => deriveKeyId(each) === owner) ?? ring[0];
  await insertDigestRoot(db, sealer.seal(writeRoot(key), rootLabel, owner));
}

/** Undefined before the first server ran. Locks the row, so that a rotation misses nothing sealed meanwhile. */
export async function readSealingKey({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<string | undefined> {
  const keyCheck = await readKeyCheck(db);
  return keyCheck === null ? undefined : requireOwner(sealer, keyCheck, checkLabel);
}

export function requireOwner(sealer: Sealer, sealed: string, label: string): string {
  const owner = sealer.findKeyId(sealed, label);
  if (owner === null) throw new WrongSecretsKey(sealer.keyIds, readKeyId(sealed));
  return owner;
}
