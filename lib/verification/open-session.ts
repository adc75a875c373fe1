import "server-only";

import type { Context } from "@/lib/context";
import type { TryLimit } from "@/lib/http/limit-tries";
import { createTryLimit } from "@/lib/http/limit-tries";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { keyTries, sessionLabel, sessionLifeMs, writeSession } from "./rules.session";

/** A session as its cookie carries it, and how many seconds it lasts. */
export type OpenedSession = { ok: true; session: string; seconds: number };

// Next evaluates a module several times in one process, and the limit counts for all of them.
const shared = globalThis as typeof globalThis & { tirageKeyTries?: TryLimit };

/**
 * Opens a session of half an hour for an admin, whose key the caller has compared. It is proven by our own key alone and
 * nowhere kept. After five wrong keys from one address none is looked at for a quarter of an hour; callers whose address
 * nobody knows share one limit. Refusals: `too-many-tries`, `admin-key-wrong`.
 */
export function openSession(
  ctx: Pick<Context, "actor" | "now" | "sealer">,
  address: string | null,
): OpenedSession | Refusal {
  shared.tirageKeyTries ??= createTryLimit(keyTries);
  const caller = address ?? "";
  const nowMs = ctx.now().getTime();
  if (shared.tirageKeyTries.isLimited(caller, nowMs)) return refuse("too-many-tries");
  if (ctx.actor.kind !== "admin") {
    shared.tirageKeyTries.note(caller, nowMs);
    return refuse("admin-key-wrong");
  }
  const endsAtMs = nowMs + sessionLifeMs;
  const proof = Buffer.from(ctx.sealer.digest(String(endsAtMs), sessionLabel)).toString("base64url");
  return { ok: true, session: writeSession(endsAtMs, proof), seconds: sessionLifeMs / 1000 };
}
