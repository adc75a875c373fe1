import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Until when sessions that were opened are over; null while none was ended. */
export async function readSessionsEnd(db: Database): Promise<Date | null> {
  const rows = await queryRows<{ ended_ms: string | null }>(
    db,
    sql`select extract(epoch from verifications_ended_at) * 1000 as ended_ms from installation`,
  );
  const endedMs = rows[0]?.ended_ms ?? null;
  return endedMs === null ? null : new Date(Number(endedMs));
}

/** Ends all sessions that were opened until `at`. */
export async function endSessionsUntil(db: Database, at: Date): Promise<void> {
  await queryRows(
    db,
    sql`update installation set
      verifications_ended_at = greatest(verifications_ended_at, ${at.toISOString()}::timestamptz)`,
  );
}
