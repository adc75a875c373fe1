import "server-only";

import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import type { AdminKeyRecord } from "./rules";
import { adminKeys } from "./tables";

/** Returns false if a key ever had this name. */
export async function insertAdminKey(tx: Database, key: AdminKeyRecord & { keyHash: string }): Promise<boolean> {
  const rows = await tx.insert(adminKeys).values(key).onConflictDoNothing().returning({ name: adminKeys.name });
  return rows.length > 0;
}

export async function readAdminKey(db: Database, keyHash: string): Promise<AdminKeyRecord | null> {
  const [row] = await db.select().from(adminKeys).where(eq(adminKeys.keyHash, keyHash));
  return row ?? null;
}

export async function readNamedKey(db: Database, name: string): Promise<AdminKeyRecord | null> {
  const [row] = await db.select().from(adminKeys).where(eq(adminKeys.name, name));
  return row ?? null;
}

export function listAdminKeyRecords(db: Database): Promise<AdminKeyRecord[]> {
  return db.select().from(adminKeys).orderBy(desc(adminKeys.createdAt), adminKeys.name).limit(500);
}

export async function markKeyRevoked(tx: Database, name: string, revokedAt: Date): Promise<boolean> {
  const condition = and(eq(adminKeys.name, name), isNull(adminKeys.revokedAt));
  const rows = await tx.update(adminKeys).set({ revokedAt }).where(condition).returning({ name: adminKeys.name });
  return rows.length > 0;
}
