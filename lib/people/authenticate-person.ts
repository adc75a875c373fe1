import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { hashSecret, isActive, isOpen, lifetimesMs, toOperator } from "./rules";
import { grantsOf } from "./rules.roles";
import type { PersonRow } from "./store";
import { listOwnRoles } from "./store.roles";
import type { SessionRow } from "./store.sessions";
import { findSession, saveSessionUse } from "./store.sessions";

type SessionContext = Pick<Context, "db" | "now" | "sealer" | "random" | "wait" | "mode">;

export type PersonActor = Extract<Actor, { kind: "admin" }>;

/** In ms. A session notes that it was used at most this often, not at every call. */
const noteEveryMs = 60_000;

/**
 * The actor for a session of the console. The session and its person's roles are read at each call, so that an end or a
 * withdrawal holds in every process at once. `isUnknown` is true if no such session was ever opened.
 */
export async function authenticatePerson(
  ctx: SessionContext,
  secret: string,
): Promise<{ ok: true; actor: PersonActor } | (Refusal<"session-required"> & { isUnknown: boolean })> {
  const now = ctx.now();
  const found = await withRetry(ctx, () => findSession(ctx.db, hashSecret(ctx.sealer, secret, "console session")));
  const isForeign = found?.person.isDemo && ctx.mode !== "demo";
  if (!found || isForeign || !isOpen(found.session, now) || !isActive(found.person, now)) {
    return { ...refuse("session-required"), isUnknown: !found };
  }
  const { session, person } = found;
  if (now.getTime() - session.seenAt.getTime() >= noteEveryMs) {
    await withRetry(ctx, () => saveSessionUse(ctx.db, session.sessionId, { seenAt: now }));
  }
  const held = await withRetry(ctx, () => listOwnRoles(ctx.db, person.personId));
  const signedIn = { id: person.personId, sessionId: session.sessionId, isFresh: freshUntil(session, person) > now };
  const name = toOperator(person.personId);
  return { ok: true, actor: { kind: "admin", name, grants: grantsOf(held), person: signedIn } };
}

/** The end of the time in which no other passkey is needed. People of the demo have none, and need none. */
export function freshUntil({ freshAt, endsAt }: SessionRow, { isDemo }: PersonRow): Date {
  return isDemo ? endsAt : new Date(freshAt.getTime() + lifetimesMs.fresh);
}
