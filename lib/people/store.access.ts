import "server-only";

import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { replaceInvitation } from "./store.invitations";
import { deletePasskeys } from "./store.passkeys";
import { endSessions } from "./store.sessions";
import { personRoles } from "./tables";

export async function deleteAccess(tx: Database, personId: string, now: Date): Promise<void> {
  await tx.delete(personRoles).where(eq(personRoles.personId, personId));
  await endSessions(tx, personId, now);
  await deletePasskeys(tx, personId);
  await replaceInvitation(tx, personId, null);
}

/** Deletes expired challenges, and sessions and invitations that ended before `endedBefore`. */
export async function deleteExpired(db: Database, now: Date, endedBefore: Date): Promise<void> {
  const [at, before] = [now, endedBefore].map((date) => sql`${date.toISOString()}::timestamptz`);
  await queryRows(db, sql`delete from used_challenges where expires_at < ${at}`);
  await queryRows(db, sql`delete from person_sessions where ends_at < ${before}`);
  await queryRows(db, sql`delete from invitations where expires_at < ${before}`);
}
