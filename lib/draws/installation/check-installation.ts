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

/** The current key first. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

type StartContext = Pick<Context, "db" | "mode" | "random"> & { ring: KeyRing };

class WrongMode extends Error {
  constructor(mode: string, boundTo: string) {
    super(
      `TIRAGE_MODE is ${mode}, and this database was first used in ${boundTo} mode: orders for real money and others are ` +
        "never in one database. Choose another in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongMode";
  }
}

/** Binds a new database to this process's mode and key, or checks them (decisions 024 and 058). */
export async function checkInstallation(ctx: StartContext): Promise<Sealer> {
  if (!(await readInstallation(ctx.db))) await beginInstallation(ctx);
  const row = await readInstallation(ctx.db);
  if (!row) throw new Error("The row that was just written into installation cannot be read.");
  if ((row.mode === "live") !== (ctx.mode === "live")) throw new WrongMode(ctx.mode, row.mode);
  return openSeals(ctx.db, ctx.ring);
}

/** The key of stored credentials becomes the digest root; an empty database gets a random root. */
async function beginInstallation({ db, mode, random, ring: [current, ...previous] }: StartContext): Promise<void> {
  const sealer = createSealer(current, previous);
  const earlier = await readLastSealedKeys(db);
  const owner = earlier ? requireOwner(sealer, earlier.sealed, secretsLabel(earlier.drawId)) : sealer.keyId;
  const keyCheck = sealer.seal(checkText, checkLabel, owner);
  const digestRoot = earlier ? null : sealer.seal(writeRoot(random(32)), rootLabel, owner);
  await insertInstallation(db, { mode, keyCheck, digestRoot });
}

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

/** Databases once digested with their key: it becomes the digest root, so that no digest changes. */
async function beginRoot(db: Context["db"], { sealer, ring }: { sealer: Sealer; ring: KeyRing }, owner: string) {
  const key = ring.find((each) => keyIdOf(each) === owner) ?? ring[0];
  await insertDigestRoot(db, sealer.seal(writeRoot(key), rootLabel, owner));
}

/** Undefined before the first server. Locks the row, so that a rotation misses nothing sealed meanwhile. */
export async function readSealingKey({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<string | undefined> {
  const keyCheck = await readKeyCheck(db);
  return keyCheck === null ? undefined : requireOwner(sealer, keyCheck, checkLabel);
}

function requireOwner(sealer: Sealer, sealed: string, label: string): string {
  const owner = sealer.ownerOf(sealed, label);
  if (owner === null) throw new WrongSecretsKey(sealer.keyIds, namedKeyOf(sealed));
  return owner;
}
