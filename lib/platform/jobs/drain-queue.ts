import "server-only";

import { logFailure } from "@/lib/platform/server/log";

/**
 * `claim` takes an item exclusively, from a draw that isn't in `except`. `work` resolves to true if the gateway
 * answered.
 */
export type QueueWork<Item extends { drawId: string }> = {
  perDraw: number;
  /** Each answer of a draw's gateway allows one more, up to this number. The default is `perDraw`. */
  maxPerDraw?: number;
  concurrency?: number;
  claim: (except: string[]) => Promise<Item | null>;
  work: (item: Item) => Promise<boolean>;
  failure: string;
};

/** More than one, so that a hanging gateway doesn't delay the other draws. */
const defaultConcurrency = 4;

/** Longer than any gateway's time limit, so that items behind an unanswered one get their turn. */
const runMs = 25_000;

/** `running` maps each promise to its draw. `unresponsive` has draws whose gateway didn't answer. */
type QueueRun = { running: Map<Promise<void>, string>; answers: Map<string, number>; unresponsive: Set<string> };

type Limits = { perDraw: number; maxPerDraw?: number };

/** Skips a draw for the rest of the run once its gateway hasn't answered. */
export async function drainQueue<Item extends { drawId: string }>(
  { now }: { now: () => Date },
  queue: QueueWork<Item>,
): Promise<number> {
  const { concurrency = defaultConcurrency } = queue;
  const queueRun: QueueRun = { running: new Map(), answers: new Map(), unresponsive: new Set() };
  const endsAt = new Date(now().getTime() + runMs);
  let count = 0;
  try {
    while (now() < endsAt) {
      const item = await queue.claim(excludedDraws(queueRun, queue));
      if (!item && queueRun.running.size === 0) return count;
      if (item) {
        count += 1;
        start(queueRun, item, queue);
      }
      if (!item || queueRun.running.size === concurrency) await Promise.race(queueRun.running.keys());
    }
  } finally {
    // Waits even if a claim failed, because nothing may continue after the run.
    await Promise.all(queueRun.running.keys());
  }
  return count;
}

function excludedDraws({ running, answers, unresponsive }: QueueRun, { perDraw, maxPerDraw = perDraw }: Limits) {
  const counts = new Map<string, number>();
  for (const drawId of running.values()) counts.set(drawId, (counts.get(drawId) ?? 0) + 1);
  const getLimit = (drawId: string) => Math.min(perDraw + (answers.get(drawId) ?? 0), maxPerDraw);
  const busy = [...counts].filter(([drawId, count]) => count >= getLimit(drawId)).map(([drawId]) => drawId);
  return [...new Set([...unresponsive, ...busy])];
}

function start<Item extends { drawId: string }>(queueRun: QueueRun, item: Item, queue: QueueWork<Item>): void {
  const { drawId } = item;
  const run = queue
    .work(item)
    .catch((error: unknown) => {
      logFailure(queue.failure, error);
      return false;
    })
    .then((isAnswered) => {
      if (!isAnswered) queueRun.unresponsive.add(drawId);
      else queueRun.answers.set(drawId, (queueRun.answers.get(drawId) ?? 0) + 1);
      queueRun.running.delete(run);
    });
  queueRun.running.set(run, drawId);
}
