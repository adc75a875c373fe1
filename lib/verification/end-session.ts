import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { getOpenedAtMs, readSession } from "./rules.session";
import { endSessionsUntil } from "./store";

/** Ends all sessions opened so far, because the cookie may have been copied. */
export async function endSession(ctx: Context, session: string | null): Promise<void> {
  const nowMs = ctx.now().getTime();
  const read = ctx.actor.kind === "verifier" && session !== null ? readSession(session, nowMs) : null;
  if (!read) return;
  // Another process whose clock is ahead may have opened the session.
  const until = new Date(Math.max(nowMs, getOpenedAtMs(read)));
  await withRetry(ctx, () => endSessionsUntil(ctx.db, until));
}
