import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { openedAtMs, readSession, sessionLabel } from "./rules.session";
import { readSessionsEnd } from "./store.sessions";

/**
 * Who acts by a session that the browser carries; null without one that is ours, lasts and was not ended. Takes the
 * same time for any proof.
 */
export async function authenticateVerifier(
  ctx: Pick<Context, "now" | "sealer" | "db" | "random" | "wait">,
  session: string | null,
): Promise<Actor | null> {
  const read = session === null ? null : readSession(session, ctx.now().getTime());
  if (!read) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(read.proof, "base64url"), String(read.endsAtMs), sessionLabel);
  if (!isOurs) return null;
  const endedAt = await withRetry(ctx, () => readSessionsEnd(ctx.db));
  return endedAt !== null && openedAtMs(read) <= endedAt.getTime() ? null : { kind: "verifier" };
}
