import "server-only";

import type { Context } from "@/lib/context";
import { secondsToWait } from "@/lib/limits/rules.waits";

import type { HeldBy } from "./store.waits";
import { findNextEnd } from "./store.waits";

/**
 * Finds out after how many seconds tickets of a draw may be free again: when the next of these holds ends, of all where
 * `heldBy` is null. Null while none is held.
 */
export async function findWait(
  ctx: Pick<Context, "db" | "now" | "random">,
  drawId: string,
  heldBy: HeldBy = null,
): Promise<number | null> {
  const now = ctx.now();
  const end = await findNextEnd(ctx.db, { drawId, heldBy, now });
  return end && secondsToWait(end, now, (ctx.random(1)[0] ?? 0) / 255);
}
