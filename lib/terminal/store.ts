import "server-only";

import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { devices } from "./tables";

/** A device's row. */
export type DeviceRow = typeof devices.$inferSelect;

/** A one-time code as it is kept. */
export type NewCode = { codeHash: string; codeExpiresAt: Date };

/** What was said of a device; null or left out is not known. */
export type DetailsRow = { name?: string | null; operator?: string | null; printer?: string | null };

/** Finds the device whose credential has a hash; null when there is none. A revoked one is found and says so. */
export async function findDeviceByCredential(db: Database, credentialHash: string): Promise<DeviceRow | null> {
  const rows = await db.select().from(devices).where(eq(devices.credentialHash, credentialHash));
  return rows[0] ?? null;
}

/** Finds a device by its id; null when there is none. */
export async function findDevice(db: Database, deviceId: string): Promise<DeviceRow | null> {
  const rows = await db.select().from(devices).where(eq(devices.deviceId, deviceId));
  return rows[0] ?? null;
}

/** All devices, or those of one parent, the first created first. */
export function listDeviceRows(db: Database, parentId: string | null): Promise<DeviceRow[]> {
  const of = parentId === null ? undefined : eq(devices.parentId, parentId);
  return db.select().from(devices).where(of).orderBy(asc(devices.createdAt), asc(devices.deviceId));
}

/** Adds a device; one that is there already stays as it is, which gives false. */
export async function insertDevice(db: Database, row: typeof devices.$inferInsert): Promise<boolean> {
  const rows = await db.insert(devices).values(row).onConflictDoNothing().returning({ deviceId: devices.deviceId });
  return rows.length === 1;
}

/** Reads a device and keeps others from changing it until the transaction ends; null when there is none. */
export async function lockDevice(tx: Database, deviceId: string): Promise<DeviceRow | null> {
  const rows = await tx.select().from(devices).where(eq(devices.deviceId, deviceId)).for("update");
  return rows[0] ?? null;
}

/** Reads the device that a credential opens and keeps others from changing it; null when it opens nothing. */
export async function lockRegistered(tx: Database, credentialHash: string): Promise<DeviceRow | null> {
  const isOpen = and(eq(devices.credentialHash, credentialHash), isNull(devices.revokedAt));
  const rows = await tx.select().from(devices).where(isOpen).for("update");
  return rows[0] ?? null;
}

/** Gives a device another code; null when there is no such device or it was revoked. */
export async function replaceCode(db: Database, deviceId: string, code: NewCode): Promise<DeviceRow | null> {
  const rows = await db
    .update(devices)
    .set({ ...code, codeUsedAt: null })
    .where(and(eq(devices.deviceId, deviceId), isNull(devices.revokedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Revokes a device permanently; null if there is none. */
export async function markRevoked(tx: Database, deviceId: string, at: Date): Promise<DeviceRow | null> {
  const rows = await tx.update(devices).set({ revokedAt: at }).where(eq(devices.deviceId, deviceId)).returning();
  return rows[0] ?? null;
}

/** Changes what an admin decides of a device; null if there is none. */
export async function saveSettings(
  tx: Database,
  deviceId: string,
  settings: Pick<DeviceRow, "listsOthers">,
): Promise<DeviceRow | null> {
  const rows = await tx.update(devices).set(settings).where(eq(devices.deviceId, deviceId)).returning();
  return rows[0] ?? null;
}

/** Who registers with which code. */
export type Claim = { deviceId: string; codeHash: string; credentialHash: string; at: Date; details: DetailsRow };

/**
 * Uses a code up and sets the credential, once: null when the code is another, used or old, or the device is revoked.
 */
export async function claimDevice(db: Database, claim: Claim): Promise<DeviceRow | null> {
  const { deviceId, codeHash, credentialHash, at, details } = claim;
  const { name = null, operator = null, printer = null } = details;
  const rows = await db
    .update(devices)
    .set({ credentialHash, codeUsedAt: at, registeredAt: at, name, operator, printer })
    .where(
      and(
        eq(devices.deviceId, deviceId),
        eq(devices.codeHash, codeHash),
        isNull(devices.codeUsedAt),
        gt(devices.codeExpiresAt, at),
        isNull(devices.revokedAt),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Changes a device's details; omitted ones stay. Null if there is no such device. */
export async function saveDetails(
  tx: Database,
  deviceId: string,
  { name, operator, printer }: DetailsRow,
): Promise<DeviceRow | null> {
  const keep = (given: string | null | undefined, column: unknown) => sql`coalesce(${given || null}::text, ${column})`;
  const rows = await tx
    .update(devices)
    .set({
      name: keep(name, devices.name),
      operator: keep(operator, devices.operator),
      printer: keep(printer, devices.printer),
    })
    .where(eq(devices.deviceId, deviceId))
    .returning();
  return rows[0] ?? null;
}

/**
 * Ends the credential with this hash; the device's details stay for the orders that it sold. Null if there is no such
 * credential anymore.
 */
export async function endCredential(tx: Database, credentialHash: string): Promise<DeviceRow | null> {
  const isOpen = eq(devices.credentialHash, credentialHash);
  const rows = await tx.update(devices).set({ credentialHash: null }).where(isOpen).returning();
  return rows[0] ?? null;
}
