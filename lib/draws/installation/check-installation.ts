import "server-only";

import type { Context } from "@/lib/context";
import { readLastSealedKeys } from "@/lib/draws/account/store";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer, keyIdOf, namedKeyOf } from "@/lib/platform/server/seal";

import {
  checkLabel,
  checkText,
  NothingSealed,
  rootLabel,
  secretsLabel,
  toRoot,
  WrongSecretsKey,
  writeRoot,
} from "./rules";
import { insertDigestRoot, insertInstallation, readInstallation, readKeyCheck } from "./store";

/** The keys of a process, the current one first. */
export type Ring = readonly [Uint8Array, ...Uint8Array[]];

type StartContext = Pick<Context, "db" | "mode" | "random"> & { ring: Ring };

class WrongMode extends Error {
  constructor(mode: string, boundTo: string) {
    super(
      `TIRAGE_MODE is ${mode}, and this database was first used in ${boundTo} mode: orders for real money and others are ` +
        "never in one database. Choose another in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongMode";
  }
}

/**
 * Checks that a database fits the process that opens it; the first process binds it to its mode and key. Of two that
 * start at once the first row counts for both. Gives what seals and digests in this process. Throws `WrongSecretsKey`
 * and `WrongMode` (decisions 024 and 058).
 */
export async function checkInstallation(ctx: StartContext): Promise<Sealer> {
  if (!(await readInstallation(ctx.db))) await beginInstallation(ctx);
  const row = await readInstallation(ctx.db);
  if (!row) throw new Error("The row that was just written into installation cannot be read.");
  if ((row.mode === "live") !== (ctx.mode === "live")) throw new WrongMode(ctx.mode, row.mode);
  return openSeals(ctx.db, ctx.ring);
}

/**
 * A database that is older than its row belongs to the key that opens its newest credentials, and that key becomes the
 * root of its digests. An empty one gets a random root, so that its keys say nothing about its digests.
 */
async function beginInstallation({ db, mode, random, ring: [current, ...previous] }: StartContext): Promise<void> {
  const sealer = createSealer(current, previous);
  const earlier = await readLastSealedKeys(db);
  const owner = earlier ? requireOwner(sealer, earlier.sealed, secretsLabel(earlier.drawId)) : sealer.keyId;
  const keyCheck = sealer.seal(checkText, checkLabel, owner);
  const digestRoot = earlier ? null : sealer.seal(writeRoot(random(32)), rootLabel, owner);
  await insertInstallation(db, { mode, keyCheck, digestRoot });
}

/**
 * Gives what seals and digests in a process, for a database that has its row (decision 058). Throws `WrongSecretsKey`
 * if no key of the ring opens it, and `NothingSealed` without the row.
 */
export async function openSeals(db: Context["db"], ring: Ring): Promise<Sealer> {
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

/** Before a database had a root, its key was what digested: it becomes the root, so that no digest changes. */
async function beginRoot(db: Context["db"], { sealer, ring }: { sealer: Sealer; ring: Ring }, owner: string) {
  const key = ring.find((each) => keyIdOf(each) === owner) ?? ring[0];
  await insertDigestRoot(db, sealer.seal(writeRoot(key), rootLabel, owner));
}

/**
 * The id of the key that seals in this database, which may be an earlier one than this process prefers; undefined
 * before the first server. It stays the same until the transaction ends, so that a change of the key misses nothing
 * that is sealed meanwhile. Throws `WrongSecretsKey` if this process doesn't have it.
 */
export async function readSealingKey({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<string | undefined> {
  const keyCheck = await readKeyCheck(db);
  return keyCheck === null ? undefined : requireOwner(sealer, keyCheck, checkLabel);
}

function requireOwner(sealer: Sealer, sealed: string, label: string): string {
  const owner = sealer.ownerOf(sealed, label);
  if (owner === null) throw new WrongSecretsKey(sealer.keyIds, namedKeyOf(sealed));
  return owner;
}
