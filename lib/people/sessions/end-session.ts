import "server-only";

import type { Context } from "@/lib/context";
import { hashSecret, toPersonActor } from "@/lib/people/rules";
import { lockPerson, writePeopleEntry } from "@/lib/people/store";
import { endSessions, findSession } from "@/lib/people/store.sessions";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";

/** Signs out the browser with this cookie. Anyone may call it, and an unknown session changes nothing. */
export async function endSession(ctx: Context, secret: string | null): Promise<void> {
  if (secret === null) return;
  const found = await withRetry(ctx, () => findSession(ctx.db, hashSecret(ctx.sealer, secret, "console session")));
  if (found) await endPersonSessions(ctx, found.person.personId, found.session.sessionId);
}

export async function endPersonSessions(ctx: Context, personId: string, sessionId: string | null): Promise<number> {
  const { ended } = await transact(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const ended = await endSessions(tx, personId, ctx.now(), sessionId);
    const detail = { person: personId, ended, ...(sessionId === null ? {} : { session: sessionId }) };
    const entry = { action: "session-ended", at: ctx.now(), actor: toPersonActor(personId), detail } as const;
    if (ended > 0) await writePeopleEntry(tx, entry);
    return { ok: true, ended } as const;
  });
  return ended;
}
