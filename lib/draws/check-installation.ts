import "server-only";
import type { Context } from "@/lib/context";
import { secretsLabel } from "./rules.secrets";
import { insertInstallation, readInstallation, readLastSealedKeys } from "./store.accounts";

/** Thrown at the start when the key of this process opens nothing of the database; the message names no secret. */
class WrongSecretsKey extends Error {
  constructor(keyId: string, sealedWith: string | null) {
    const other = sealedWith ? ` was sealed with the key ${sealedWith}` : " was sealed with another key";
    super(
      `SECRETS_KEY does not open this database: what it holds${other}, and this is the key ${keyId}. ` +
        "Start with the original key, or set DATABASE_URL or DATA_DIR to the database that belongs to this key.",
    );
    this.name = "WrongSecretsKey";
  }
}

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

type Starting = Pick<Context, "db" | "sealer" | "mode">;

const checkText = "this key opens this database";
const checkLabel = "installation:key-check";

function opens({ sealer }: Starting, sealed: string, label: string): boolean {
  try {
    sealer.open(sealed, label);
    return true;
  } catch {
    return false;
  }
}

function requireKey(ctx: Starting, sealed: string, label: string): void {
  if (opens(ctx, sealed, label)) return;
  const [version, keyId = null] = sealed.split(".");
  throw new WrongSecretsKey(ctx.sealer.keyId, version === "v1" ? null : keyId);
}

/** A database that sold before it was told whose it is belongs to the key that opens its newest credentials. */
async function begin(ctx: Starting): Promise<void> {
  const earlier = await readLastSealedKeys(ctx.db);
  if (earlier) requireKey(ctx, earlier.sealed, secretsLabel(earlier.drawId));
  const keyCheck = ctx.sealer.seal(checkText, checkLabel);
  await insertInstallation(ctx.db, { mode: ctx.mode, keyCheck });
}

/**
 * Checks that a database fits the process that opens it, and at the first start writes down what it belongs to. Of two
 * processes that begin at once the first row counts for both. Throws `WrongSecretsKey` and `WrongMode` (decision 024).
 */
export async function checkInstallation(ctx: Starting): Promise<void> {
  if (!(await readInstallation(ctx.db))) await begin(ctx);
  const known = await readInstallation(ctx.db);
  if (!known) throw new Error("The row that was just written into installation cannot be read.");
  if ((known.mode === "live") !== (ctx.mode === "live")) throw new WrongMode(ctx.mode, known.mode);
  requireKey(ctx, known.keyCheck, checkLabel);
}
