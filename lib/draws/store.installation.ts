import "server-only";

import { desc } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { drawSecrets } from "./tables";
import { installation } from "./tables.installation";

/** What a database knows of the server that it belongs to. */
export type Installation = { mode: string; keyCheck: string };

/** Reads whose database it is; null before the first server that told. */
export async function readInstallation(db: Database): Promise<Installation | null> {
  const [row] = await db.select().from(installation);
  return row ?? null;
}

/** Writes whose database it is, unless another process was quicker. */
export async function insertInstallation(db: Database, { mode, keyCheck }: Installation): Promise<void> {
  await db.insert(installation).values({ mode, keyCheck }).onConflictDoNothing();
}

/** The payment credentials that were sealed last; null when none are. */
export async function readLastSealedKeys(db: Database): Promise<{ drawId: string; sealed: string } | null> {
  const [row] = await db.select().from(drawSecrets).orderBy(desc(drawSecrets.updatedAt)).limit(1);
  return row ?? null;
}
