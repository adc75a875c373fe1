import "server-only";

import type { Context } from "@/lib/context";
import { lifetimesMs } from "@/lib/people/rules";
import { deleteExpired } from "@/lib/people/store.access";
import { withRetry } from "@/lib/platform/db/errors";

/** Deletes sessions and invitations that ended long ago, and challenges that have expired. */
export async function expireSessions(ctx: Pick<Context, "db" | "now" | "random" | "wait">): Promise<void> {
  const now = ctx.now();
  await withRetry(ctx, () => deleteExpired(ctx.db, now, new Date(now.getTime() - lifetimesMs.endedSession)));
}
