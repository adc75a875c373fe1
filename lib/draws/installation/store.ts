import "server-only";

import { isNull } from "drizzle-orm";

import { installation } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";

/** The mode in which a database was first used, and what its key sealed. */
type Installation = { mode: string; keyCheck: string; digestRoot: string | null };

/** Null before the first server. */
export async function readInstallation(db: Database): Promise<Installation | null> {
  const [row] = await db.select().from(installation);
  return row ?? null;
}

/** Reads the row and locks it: its key stays the same until the transaction ends. */
export async function readInstallationForUpdate(tx: Database): Promise<Installation | null> {
  const [row] = await tx.select().from(installation).for("update");
  return row ?? null;
}

/** Reads what tells the key of this database, which stays the same until the transaction ends. */
export async function readKeyCheck(tx: Database): Promise<string | null> {
  const [row] = await tx.select({ keyCheck: installation.keyCheck }).from(installation).for("share");
  return row?.keyCheck ?? null;
}

/** Inserts the row, unless another process was quicker. */
export async function insertInstallation(db: Database, row: Installation): Promise<void> {
  await db.insert(installation).values(row).onConflictDoNothing();
}

/** Stores the sealed root of digests, unless there is one. */
export async function insertDigestRoot(db: Database, digestRoot: string): Promise<void> {
  await db.update(installation).set({ digestRoot }).where(isNull(installation.digestRoot));
}

/** Replaces what is sealed with the key of this database. */
export async function saveInstallationSeals(
  tx: Database,
  seals: { keyCheck: string; digestRoot: string | null },
): Promise<void> {
  await tx.update(installation).set(seals);
}
