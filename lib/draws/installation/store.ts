import "server-only";

import { isNull } from "drizzle-orm";

import { installation } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";

type Installation = { mode: string; keyCheck: string; digestRoot: string | null };

/** Returns null if no server has run yet. */
export async function readInstallation(db: Database): Promise<Installation | null> {
  const [row] = await db.select().from(installation);
  return row ?? null;
}

export async function readInstallationForUpdate(tx: Database): Promise<Installation | null> {
  const [row] = await tx.select().from(installation).for("update");
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function readKeyCheck(tx: Database): Promise<string | null> {
  const [row] = await tx.select({ keyCheck: installation.keyCheck }).from(installation).for("share");
  return row?.keyCheck ?? null;
}

export async function insertInstallation(db: Database, row: Installation): Promise<void> {
  await db.insert(installation).values(row).onConflictDoNothing();
}

export async function insertDigestRoot(db: Database, digestRoot: string): Promise<void> {
  await db.update(installation).set({ digestRoot }).where(isNull(installation.digestRoot));
}

export async function saveInstallationSeals(
  tx: Database,
  seals: { keyCheck: string; digestRoot: string | null },
): Promise<void> {
  await tx.update(installation).set(seals);
}
