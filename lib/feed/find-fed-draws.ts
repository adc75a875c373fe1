import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";

import { listAcceptedDraws } from "./store";

type FeedContext = Pick<Context, "db" | "feed" | "now" | "random" | "wait">;

/** Finds the draws that come from the upstream platform, whose next definition would undo what is changed here. */
export async function findFedDraws(ctx: FeedContext, drawIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ctx.feed || drawIds.length === 0) return new Set();
  return new Set(await withRetry(ctx, () => listAcceptedDraws(ctx.db, drawIds)));
}
