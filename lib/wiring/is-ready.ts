import "server-only";

import { ping } from "@/lib/platform/db/database";
import { runtime } from "./runtime";

/** True when the database is open, migrated and answering, and the process is not stopping. */
export async function isReady(): Promise<boolean> {
  try {
    const { db, draining } = await runtime();
    if (draining) return false;
    await ping(db);
    return true;
  } catch {
    return false;
  }
}
