import "server-only";

import { eq } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { devices } from "@/lib/db/schema/devices";

/** A device's row. */
export type DeviceRow = typeof devices.$inferSelect;

/** Finds the device whose credential has a hash; null when there is none. A revoked one is found and says so. */
export async function findDeviceByCredential(db: Database, credentialHash: string): Promise<DeviceRow | null> {
  const rows = await db.select().from(devices).where(eq(devices.credentialHash, credentialHash));
  return rows[0] ?? null;
}

/** Finds what people call a device: the name that was given to it, and its label until then; null when there is none. */
export async function findDeviceName(db: Database, deviceId: string): Promise<string | null> {
  const { name, label } = devices;
  const rows = await db.select({ name, label }).from(devices).where(eq(devices.deviceId, deviceId));
  return rows[0] ? (rows[0].name ?? rows[0].label) : null;
}
