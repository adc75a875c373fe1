import "server-only";

import type { Context } from "@/lib/context";
import { listPools } from "@/lib/draws/rules.packages";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";

import { changedNumbers, checkResult, isNews } from "./rules";
import { listDueDraws, lockResults, saveCheck } from "./store";
import { queueCorrections } from "./store.bulk";

type SettleContext = Pick<Context, "db" | "now" | "random" | "wait">;

/** `page` is the number of draws per statement. A run lasts `runMs`. */
const limits = { page: 50, runMs: 20_000 };

/** Checks draws that changed or whose time has come (docs/decisions/053-result-mail.md). Returns the new results. */
export async function settleResults(ctx: SettleContext): Promise<number> {
  const endsAtMs = ctx.now().getTime() + limits.runMs;
  let total = 0;
  let after: string | undefined = "";
  while (after !== undefined && ctx.now().getTime() < endsAtMs) {
    const page = { now: ctx.now(), after, limit: limits.page };
    const due: string[] = await withRetry(ctx, () => listDueDraws(ctx.db, page));
    for (const drawId of due) total += await settleOrLog(ctx, drawId);
    after = due.length === limits.page ? due.at(-1) : undefined;
  }
  return total;
}

async function settleOrLog(ctx: SettleContext, drawId: string): Promise<number> {
  try {
    return await withRetry(ctx, () => settleDraw(ctx, drawId));
  } catch (error) {
    logFailure(`The results of draw ${drawId} could not be checked.`, error);
    return 0;
  }
}

async function settleDraw(ctx: SettleContext, drawId: string): Promise<number> {
  const now = ctx.now();
  const record = await readDrawRecord(ctx.db, drawId);
  if (!record) return 0;
  const poolIds = listPools(record.draw).map(({ poolId }) => poolId);
  return ctx.db.transaction(async (tx) => {
    let total = 0;
    for (const before of await lockResults(tx, drawId, { poolIds, now })) {
      const { result, lookAt } = checkResult(before, record, now);
      const isFinal = result.round > before.round;
      const isFirst = isFinal && before.announced === null;
      const isDue = isFirst && isNews(result, now);
      await saveCheck(tx, drawId, { result, revision: record.revision, lookAt, isDue });
      if (isFinal && !isFirst) {
        const { poolId, round } = result;
        const numbers = changedNumbers(before.announced ?? [], result.announced ?? []);
        await queueCorrections(tx, { drawId, poolId, round, numbers, now });
      }
      total += isFinal ? 1 : 0;
    }
    return total;
  });
}
