import "server-only";

import type { Actor } from "@/lib/actor";
import { toPersonOperator } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { hashSecret, isActive, isOpen, lifetimesMs } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import type { PersonRow } from "@/lib/people/store";
import { listPersonRoles } from "@/lib/people/store.roles";
import type { SessionRow } from "@/lib/people/store.sessions";
import { findSession, saveSessionUse } from "@/lib/people/store.sessions";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

type SessionContext = Pick<Context, "db" | "now" | "sealer" | "random" | "wait" | "mode">;

export type PersonActor = Extract<Actor, { kind: "admin" }>;

/** Limits how often `seenAt` is written, because a write at every call would be too slow. */
const seenAtIntervalMs = 60_000;

/**
 * Turns the cookie of a session into an actor. Reads session and roles each time, so that ending or withdrawing one
 * takes effect in every process at once. `isUnknown` is true if no such session was ever opened.
 */
export async function authenticatePerson(
  ctx: SessionContext,
  secret: string,
): Promise<{ ok: true; actor: PersonActor } | (Refusal<"session-required"> & { isUnknown: boolean })> {
  const now = ctx.now();
  const found = await withRetry(ctx, () => findSession(ctx.db, hashSecret(ctx.sealer, secret, "console session")));
  const isBlockedDemo = found?.person.isDemo && ctx.mode !== "demo";
  if (!found || isBlockedDemo || !isOpen(found.session, now) || !isActive(found.person, now)) {
    return { ...refuse("session-required"), isUnknown: !found };
  }
  const { session, person } = found;
  if (now.getTime() - session.seenAt.getTime() >= seenAtIntervalMs) {
    await withRetry(ctx, () => saveSessionUse(ctx.db, session.sessionId, { seenAt: now }));
  }
  const roles = await withRetry(ctx, () => listPersonRoles(ctx.db, person.personId));
  const signedInPerson = {
    id: person.personId,
    sessionId: session.sessionId,
    isFresh: getFreshUntil(session, person) > now,
  };
  const name = toPersonOperator(person.personId);
  return { ok: true, actor: { kind: "admin", name, grants: toGrants(roles), person: signedInPerson } };
}

/** From this time on the passkey must be used again. People of the demo have none, so their sessions stay fresh. */
export function getFreshUntil({ freshAt, endsAt }: SessionRow, { isDemo }: PersonRow): Date {
  return isDemo ? endsAt : new Date(freshAt.getTime() + lifetimesMs.fresh);
}
