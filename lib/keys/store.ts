import "server-only";

import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import type { AdminKeyRecord } from "./rules.admin-keys";
import { adminKeys } from "./tables";

/** Writes a new key; gives false if its name was given before. */
export async function insertAdminKey(tx: Database, key: AdminKeyRecord & { keyHash: string }): Promise<boolean> {
  const rows = await tx.insert(adminKeys).values(key).onConflictDoNothing().returning({ name: adminKeys.name });
  return rows.length > 0;
}

/** Reads a key by its digest, whatever its state; null when there is none. */
export async function readAdminKey(db: Database, keyHash: string): Promise<AdminKeyRecord | null> {
  const [row] = await db.select().from(adminKeys).where(eq(adminKeys.keyHash, keyHash));
  return row ?? null;
}

/** Reads a key by its name; null when there is none. */
export async function readNamedKey(db: Database, name: string): Promise<AdminKeyRecord | null> {
  const [row] = await db.select().from(adminKeys).where(eq(adminKeys.name, name));
  return row ?? null;
}

/** Lists the keys, the latest first, at most 500. */
export function listAdminKeyRecords(db: Database): Promise<AdminKeyRecord[]> {
  return db.select().from(adminKeys).orderBy(desc(adminKeys.createdAt), adminKeys.name).limit(500);
}

/** Revokes a key that is not revoked; gives whether it did. */
export async function markKeyRevoked(tx: Database, name: string, revokedAt: Date): Promise<boolean> {
  const isOpen = and(eq(adminKeys.name, name), isNull(adminKeys.revokedAt));
  const rows = await tx.update(adminKeys).set({ revokedAt }).where(isOpen).returning({ name: adminKeys.name });
  return rows.length > 0;
}
