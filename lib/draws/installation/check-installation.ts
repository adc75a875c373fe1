import "server-only";

import type { Context } from "@/lib/context";
import { readLastSealedKeys } from "@/lib/draws/account/store";
import type { Sealer } from "@/lib/platform/server/seal";
import { createSealer } from "@/lib/platform/server/seal";
import type { KeyRing } from "./open-seals";
import { openSeals, requireOwnerKeyId } from "./open-seals";
import { digestRootLabel, encodeRoot, getSecretsLabel, keyCheckLabel, keyCheckText } from "./rules";
import { insertInstallation, readInstallation } from "./store";

type StartContext = Pick<Context, "db" | "mode" | "random"> & { ring: KeyRing };

class WrongModeError extends Error {
  constructor(mode: string, boundTo: string) {
    super(
      `TIRAGE_MODE is ${mode}, and this database was first used in ${boundTo} mode: orders for real money and others are ` +
        "never in one database. Choose another in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongModeError";
  }
}

/** Binds a new database to this process's mode and key. Later it refuses others (decisions 024 and 058). */
export async function checkInstallation(ctx: StartContext): Promise<Sealer> {
  if (!(await readInstallation(ctx.db))) await createInstallation(ctx);
  const row = await readInstallation(ctx.db);
  if (!row) throw new Error("The row that was just written into installation cannot be read.");
  if ((row.mode === "live") !== (ctx.mode === "live")) throw new WrongModeError(ctx.mode, row.mode);
  return openSeals(ctx.db, ctx.ring);
}

/** The key of stored credentials becomes the digest root. An empty database gets a random one. */
async function createInstallation({ db, mode, random, ring: [current, ...previous] }: StartContext): Promise<void> {
  const sealer = createSealer(current, previous);
  const storedKeys = await readLastSealedKeys(db);
  const ownerKeyId = storedKeys
    ? requireOwnerKeyId(sealer, storedKeys.sealed, getSecretsLabel(storedKeys.drawId))
    : sealer.keyId;
  const keyCheck = sealer.seal(keyCheckText, keyCheckLabel, ownerKeyId);
  const digestRoot = storedKeys ? null : sealer.seal(encodeRoot(random(32)), digestRootLabel, ownerKeyId);
  await insertInstallation(db, { mode, keyCheck, digestRoot });
}
