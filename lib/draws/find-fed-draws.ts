import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";

import { listAcceptedDraws } from "./store.feed";

type FeedContext = Pick<Context, "db" | "feed" | "now" | "random" | "wait">;

/** Returns the draws that the upstream platform defines. Its next definition would undo changes made here. */
export async function findFedDraws(ctx: FeedContext, drawIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ctx.feed || drawIds.length === 0) return new Set();
  return new Set(await withRetry(ctx, () => listAcceptedDraws(ctx.db, drawIds)));
}
