import "server-only";

import type { Context } from "@/lib/context";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import { logFailure } from "@/lib/platform/server/log";
import { importUpstream } from "./import-upstream";
import { forgetUnknownDraws, listDueDraws, readFeedRow, takeTurn } from "./store";

/** How many draws one turn asks for, and how many of them side by side. */
const perTurn = 40;
const atOnce = 4;

/** Asks for one draw; false when the platform did not answer, so that the others need not be tried now. */
async function refreshOne(ctx: Context & { feed: DrawFeed }, drawId: string): Promise<boolean> {
  const row = await readFeedRow(ctx.db, drawId);
  const turn = await takeTurn(ctx.db, drawId, { now: ctx.now(), row });
  if (!turn) return true;
  try {
    const imported = await importUpstream(ctx, turn);
    return imported.ok || imported.reason !== "service-unavailable";
  } catch (error) {
    logFailure("A draw was not refreshed from the upstream platform.", error);
    return true;
  }
}

/**
 * Asks the upstream platform for the draws that came from it and were asked for a while ago, and forgets those that it
 * did not have. A job.
 */
export async function refreshDraws(ctx: Context): Promise<void> {
  const { feed } = ctx;
  if (!feed) return;
  await forgetUnknownDraws(ctx.db, ctx.now());
  const due = await listDueDraws(ctx.db, { now: ctx.now(), refreshMs: feed.refreshMs, limit: perTurn });
  for (let at = 0; at < due.length; at += atOnce) {
    const group = due.slice(at, at + atOnce);
    const answered = await Promise.all(group.map((drawId) => refreshOne({ ...ctx, feed }, drawId)));
    if (answered.some((isAnswered) => !isAnswered)) return;
  }
}
