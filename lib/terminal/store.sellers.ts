import "server-only";

import { eq } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { devices } from "@/lib/db/schema/devices";

/** Finds what people call a device: the name that was given to it, and its label until then; null when there is none. */
export async function findDevice(
  db: Database,
  deviceId: string,
): Promise<{ name: string | null; label: string } | null> {
  const { name, label } = devices;
  const rows = await db.select({ name, label }).from(devices).where(eq(devices.deviceId, deviceId));
  return rows[0] ?? null;
}
