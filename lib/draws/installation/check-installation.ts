import "server-only";

import type { Context } from "@/lib/context";
import { readLastSealedKeys } from "@/lib/draws/account/store";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer } from "@/lib/platform/server/seal";
import type { KeyRing } from "./open-seals";
import { openSeals, requireOwner } from "./open-seals";
import { checkLabel, checkText, rootLabel, secretsLabel, writeRoot } from "./rules";
import { insertInstallation, readInstallation } from "./store";

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

/** Turns the key of stored credentials into the digest root. An empty database gets a random root. */
async function beginInstallation({ db, mode, random, ring: [current, ...previous] }: StartContext): Promise<void> {
  const sealer = createSealer(current, previous);
  const earlier = await readLastSealedKeys(db);
  const owner = earlier ? requireOwner(sealer, earlier.sealed, secretsLabel(earlier.drawId)) : sealer.keyId;
  const keyCheck = sealer.seal(checkText, checkLabel, owner);
  const digestRoot = earlier ? null : sealer.seal(writeRoot(random(32)), rootLabel, owner);
  await insertInstallation(db, { mode, keyCheck, digestRoot });
}
