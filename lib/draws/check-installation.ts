import "server-only";
import type { Context } from "@/lib/context";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer } from "@/lib/platform/server/seal";
import type { Ring } from "./open-seals";
import { openSeals } from "./open-seals";
import { requireOwner } from "./require-owner";
import { checkLabel, checkText, rootLabel, secretsLabel, writeRoot } from "./rules.secrets";
import { insertInstallation, readInstallation, readLastSealedKeys } from "./store.accounts";

/** Thrown at the start when real money would meet the orders of a demo or a test, or the other way round. */
class WrongMode extends Error {
  constructor(mode: string, boundTo: string) {
    super(
      `TIRAGE_MODE is ${mode}, and this database was first used in ${boundTo} mode: orders for real money and others are ` +
        "never in one database. Choose another in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongMode";
  }
}

type Starting = Pick<Context, "db" | "mode" | "random"> & { ring: Ring };

/**
 * A database that sold before it was told whose it is belongs to the key that opens its newest credentials; that key
 * becomes the root of its digests. An empty one gets a root of its own: its keys then say nothing about its digests.
 */
async function begin({ db, mode, random, ring: [current, ...previous] }: Starting): Promise<void> {
  const sealer = createSealer(current, previous);
  const earlier = await readLastSealedKeys(db);
  const owner = earlier ? requireOwner(sealer, earlier.sealed, secretsLabel(earlier.drawId)) : sealer.keyId;
  const keyCheck = sealer.seal(checkText, checkLabel, owner);
  const digestRoot = earlier ? null : sealer.seal(writeRoot(random(32)), rootLabel, owner);
  await insertInstallation(db, { mode, keyCheck, digestRoot });
}

/**
 * Checks that a database fits the process that opens it, and at the first start writes down what it belongs to. Of two
 * processes that begin at once the first row counts for both. Gives what seals and digests in this process. Throws
 * `WrongSecretsKey` and `WrongMode` (decisions 024 and 058).
 */
export async function checkInstallation(ctx: Starting): Promise<Sealer> {
  if (!(await readInstallation(ctx.db))) await begin(ctx);
  const known = await readInstallation(ctx.db);
  if (!known) throw new Error("The row that was just written into installation cannot be read.");
  if ((known.mode === "live") !== (ctx.mode === "live")) throw new WrongMode(ctx.mode, known.mode);
  return openSeals(ctx.db, ctx.ring);
}
