import "server-only";

import type { Context } from "@/lib/context";
import { poolsOf } from "@/lib/draws/rules.packages";
import { readDrawRecord } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import type { PoolResult } from "./rules.results";
import { changedNumbers, isNews, lookAtResult } from "./rules.results";
import { listDueDraws, lockResults, queueCorrections, saveLook } from "./store.results";

type SettleContext = Pick<Context, "db" | "now" | "random" | "wait">;

/** Whoever was sent a result that is another now, and holds a number that this concerns, is told again. */
async function correct(tx: Database, drawId: string, known: PoolResult, result: PoolResult, now: Date): Promise<void> {
  const numbers = changedNumbers(known.told ?? [], result.told ?? []);
  await queueCorrections(tx, { drawId, poolId: result.poolId, round: result.round, numbers, now });
}

/** Looks at the result of each pool of a draw. Gives how many have become final, or final anew. */
async function settleDraw(ctx: SettleContext, drawId: string): Promise<number> {
  const now = ctx.now();
  const record = await readDrawRecord(ctx.db, drawId);
  if (!record) return 0;
  const poolIds = poolsOf(record.draw).map(({ poolId }) => poolId);
  return ctx.db.transaction(async (tx) => {
    let settled = 0;
    for (const known of await lockResults(tx, drawId, { poolIds, now })) {
      const { result, lookAt } = lookAtResult(known, record, now);
      const isSettled = result.round > known.round;
      const isFirst = isSettled && known.told === null;
      await saveLook(tx, drawId, { result, revision: record.revision, lookAt, isDue: isFirst && isNews(result, now) });
      if (isSettled && !isFirst) await correct(tx, drawId, known, result, now);
      settled += isSettled ? 1 : 0;
    }
    return settled;
  });
}

/** How many due draws are listed at a time, and after how long a run lists no more, in ms. */
const pace = { listed: 50, runMs: 20_000 };

/** Gives how many of a draw's pools were settled; a draw that fails is logged. */
async function settleOrLog(ctx: SettleContext, drawId: string): Promise<number> {
  try {
    return await withRetry(ctx, () => settleDraw(ctx, drawId));
  } catch (error) {
    logFailure(`The results of draw ${drawId} could not be checked.`, error);
    return 0;
  }
}

/**
 * Finds out which results are final: from then on their buyers are told (docs/decisions/053-result-mail.md). A draw is
 * checked when its definition has changed, and when time may have made its result final; however many fail, they hold
 * up no other. Gives how many pools have a final result that they did not have before.
 */
export async function settleResults(ctx: SettleContext): Promise<number> {
  const endsAtMs = ctx.now().getTime() + pace.runMs;
  let settled = 0;
  let after: string | undefined = "";
  while (after !== undefined && ctx.now().getTime() < endsAtMs) {
    const list = { now: ctx.now(), after, most: pace.listed };
    const due: string[] = await withRetry(ctx, () => listDueDraws(ctx.db, list));
    for (const drawId of due) settled += await settleOrLog(ctx, drawId);
    after = due.length === pace.listed ? due.at(-1) : undefined;
  }
  return settled;
}
