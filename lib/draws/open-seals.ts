import "server-only";

import type { Context } from "@/lib/context";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer, keyIdOf } from "@/lib/platform/server/seal";
import { requireOwner } from "./require-owner";
import { checkLabel, NothingSealed, rootLabel, toRoot, writeRoot } from "./rules.secrets";
import { insertDigestRoot, readInstallation } from "./store.accounts";

/** The keys of a process, the current one first. */
export type Ring = readonly [Uint8Array, ...Uint8Array[]];

/** Until there was a root, the key that seals this database was: nothing that was digested with it changes. */
async function beginRoot(db: Context["db"], { sealer, ring }: { sealer: Sealer; ring: Ring }, owner: string) {
  const key = ring.find((each) => keyIdOf(each) === owner) ?? ring[0];
  await insertDigestRoot(db, sealer.seal(writeRoot(key), rootLabel, owner));
}

/**
 * What seals and digests in a process, for a database that knows whose it is (decision 058). Throws `WrongSecretsKey`
 * if no key of the ring opens it, and `NothingSealed` if it is new.
 */
export async function openSeals(db: Context["db"], ring: Ring): Promise<Sealer> {
  const [current, ...previous] = ring;
  const sealer = createSealer(current, previous);
  const known = await readInstallation(db);
  if (!known) throw new NothingSealed();
  const owner = requireOwner(sealer, known.keyCheck, checkLabel);
  if (known.digestRoot === null) await beginRoot(db, { sealer, ring }, owner);
  const sealed = (await readInstallation(db))?.digestRoot ?? "";
  requireOwner(sealer, sealed, rootLabel);
  return createSealer(current, previous, toRoot(sealer.open(sealed, rootLabel)));
}
