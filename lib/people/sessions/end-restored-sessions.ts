import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { writePeopleEntry } from "@/lib/people/store";
import { deleteOpenInvitations } from "@/lib/people/store.invitations";
import { endAllSessions } from "@/lib/people/store.sessions";
import { transact } from "@/lib/platform/db/transact";

/**
 * Ends all sessions and withdraws all open invitations, because a restored database reopens some that were ended or
 * used. Must run before any process starts (decision 060).
 */
export function endRestoredSessions(ctx: Context): Promise<{ ok: true; sessions: number; invitations: number }> {
  return transact(ctx, async (tx) => {
    const at = ctx.now();
    const actor = toAuditActor(ctx.actor);
    const ended = await endAllSessions(tx, at);
    for (const [person, count] of ended) {
      await writePeopleEntry(tx, { action: "session-ended", at, actor, detail: { person, ended: count } });
    }
    const sessions = [...ended.values()].reduce((sum, count) => sum + count, 0);
    return { ok: true, sessions, invitations: await deleteOpenInvitations(tx) } as const;
  });
}
