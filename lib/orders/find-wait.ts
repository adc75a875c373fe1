import "server-only";

import type { Context } from "@/lib/context";
import { secondsToWait } from "@/lib/limits/rules.waits";

import { findNextEnd } from "./store.share-waits";

/**
 * Finds out after how many seconds tickets of a draw may be free again: when the next hold ends, of one that counts in these
 * shares, or of any when `holders` is null. Null while nothing is held.
 */
export async function findWait(
  ctx: Pick<Context, "db" | "now" | "random">,
  drawId: string,
  holders: string[] | null = null,
): Promise<number | null> {
  const now = ctx.now();
  const end = await findNextEnd(ctx.db, { drawId, holders, now });
  return end && secondsToWait(end, now, (ctx.random(1)[0] ?? 0) / 255);
}
