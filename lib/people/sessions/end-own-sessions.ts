import "server-only";

import type { Context } from "@/lib/context";
import { isRecordId } from "@/lib/people/rules";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { endPersonSessions } from "./end-session";

/** Ends one of the caller's own sessions, or all of them without an id. */
export async function endOwnSessions(
  ctx: Context,
  sessionId: string | null,
): Promise<{ ok: true; ended: number } | Refusal<"session-required" | "session-not-found">> {
  const { actor } = ctx;
  if (actor.kind !== "admin" || !actor.person) return refuse("session-required");
  if (sessionId !== null && !isRecordId(sessionId)) return refuse("session-not-found");
  const ended = await endPersonSessions(ctx, actor.person.id, sessionId);
  return sessionId !== null && ended === 0 ? refuse("session-not-found") : { ok: true, ended };
}
