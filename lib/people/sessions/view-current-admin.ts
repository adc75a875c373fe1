import "server-only";

import type { Context } from "@/lib/context";
import type { CurrentAdmin } from "@/lib/people/rules";
import { isOpen } from "@/lib/people/rules";
import type { PasskeyRow } from "@/lib/people/store.passkeys";
import { listPasskeys } from "@/lib/people/store.passkeys";
import { listPersonRoles } from "@/lib/people/store.roles";
import type { SessionRow } from "@/lib/people/store.sessions";
import { findOpenSession, listSessions } from "@/lib/people/store.sessions";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { getFreshUntil } from "./authenticate-person";

/** Returns the calling admin with their rights. For a person, also their passkeys and sessions. */
export async function viewCurrentAdmin(
  ctx: Context,
): Promise<({ ok: true } & CurrentAdmin) | Refusal<"admin-key-wrong" | "session-required">> {
  const { actor } = ctx;
  if (actor.kind !== "admin") return refuse("admin-key-wrong");
  const rights = actor.grants === "all" ? ["all"] : [...new Set(actor.grants.flatMap((grant) => grant.rights))];
  const caller = { person: null, name: actor.name ?? null, roles: [], rights, passkeys: [], sessions: [] };
  if (!actor.person) return { ok: true, ...caller, freshUntil: null };
  const { sessionId } = actor.person;
  const found = await withRetry(ctx, () => findOpenSession(ctx.db, sessionId, ctx.now()));
  if (!found) return refuse("session-required");
  const { session, person } = found;
  const { personId, name, email, isDemo } = person;
  const [roles, passkeys, sessions] = await withRetry(ctx, () =>
    Promise.all([
      listPersonRoles(ctx.db, personId),
      listPasskeys(ctx.db, personId),
      listSessions(ctx.db, personId, ctx.now()),
    ]),
  );
  return {
    ok: true,
    person: { personId, name, email, isDemo },
    name: actor.name ?? null,
    roles,
    rights,
    passkeys: passkeys.map(projectPasskey),
    sessions: sessions.filter((each) => isOpen(each, ctx.now())).map((each) => projectSession(each, sessionId)),
    freshUntil: getFreshUntil(session, person).toISOString(),
  };
}

function projectPasskey({ credentialId, name, createdAt, usedAt }: PasskeyRow) {
  return { credentialId, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null };
}

function projectSession({ sessionId, browser, createdAt, seenAt }: SessionRow, currentSessionId: string) {
  return {
    sessionId,
    browser,
    isThis: sessionId === currentSessionId,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  };
}
