import "server-only";

import type { Actor } from "@/lib/actor";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { getOpenedAtMs, readSession, sessionLabel } from "./rules.session";
import { readSessionsEnd } from "./store";

/** Returns null unless the session is valid and was not ended. Takes the same time for any proof. */
export async function authenticateVerifier(
  ctx: Pick<Context, "now" | "sealer" | "db" | "random" | "wait">,
  session: string | null,
): Promise<Actor | null> {
  const read = session === null ? null : readSession(session, ctx.now().getTime());
  if (!read) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(read.proof, "base64url"), String(read.endsAtMs), sessionLabel);
  if (!isOurs) return null;
  const endedAt = await withRetry(ctx, () => readSessionsEnd(ctx.db));
  return endedAt !== null && getOpenedAtMs(read) <= endedAt.getTime() ? null : { kind: "verifier" };
}

/** A person with the right `payments` everywhere is a verifier, too, for as long as their session lasts. */
export function toVerifier(actor: Actor): Actor | null {
  if (actor.kind !== "admin" || !actor.person || authorizeEverywhere(actor, "payments")) return null;
  return { kind: "verifier", person: actor.person, ...(actor.name ? { name: actor.name } : {}) };
}
