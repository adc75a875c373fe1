import "server-only";

import { logFailure } from "@/lib/platform/server/log";

/**
 * `claim` takes the next item exclusively, of no draw in `except`; `work` returns whether its gateway answered;
 * `failure` is logged if it threw.
 */
export type QueueWork<Claimed extends { drawId: string }> = {
  /** Concurrent items per draw. */
  ofOneDraw: number;
  /** Each answer of the draw's gateway allows one more, up to this; default `ofOneDraw`. */
  mostOfOneDraw?: number;
  /** Concurrent items of all draws. */
  atOnce?: number;
  claim: (except: string[]) => Promise<Claimed | null>;
  work: (claimed: Claimed) => Promise<boolean>;
  failure: string;
};

/** Several, so that a hanging gateway doesn't hold up the others. */
const fewAtOnce = 4;

/**
 * A run claims nothing after this, in ms: longer than gateways may take, so that items behind silent ones get their
 * turn.
 */
const runMs = 25_000;

/**
 * `running`: draw by promise; `answers`: answers of the gateway by draw; `silent`: draws whose gateway didn't answer.
 */
type QueueRun = { running: Map<Promise<void>, string>; answers: Map<string, number>; silent: Set<string> };

type Limits = { ofOneDraw: number; mostOfOneDraw?: number };

function exceptedDraws({ running, answers, silent }: QueueRun, { ofOneDraw, mostOfOneDraw = ofOneDraw }: Limits) {
  const counts = new Map<string, number>();
  for (const drawId of running.values()) counts.set(drawId, (counts.get(drawId) ?? 0) + 1);
  const roomOf = (drawId: string) => Math.min(ofOneDraw + (answers.get(drawId) ?? 0), mostOfOneDraw);
  const busy = [...counts].filter(([drawId, count]) => count >= roomOf(drawId)).map(([drawId]) => drawId);
  return [...new Set([...silent, ...busy])];
}

function start<Claimed extends { drawId: string }>(queueRun: QueueRun, claimed: Claimed, by: QueueWork<Claimed>): void {
  const { drawId } = claimed;
  const run = by
    .work(claimed)
    .catch((error: unknown) => {
      logFailure(by.failure, error);
      return false;
    })
    .then((isAnswered) => {
      if (!isAnswered) queueRun.silent.add(drawId);
      else queueRun.answers.set(drawId, (queueRun.answers.get(drawId) ?? 0) + 1);
      queueRun.running.delete(run);
    });
  queueRun.running.set(run, drawId);
}

/** A draw whose gateway didn't answer is skipped for the rest of the run. Returns the number of items. */
export async function drainQueue<Claimed extends { drawId: string }>(
  { now }: { now: () => Date },
  by: QueueWork<Claimed>,
): Promise<number> {
  const { atOnce = fewAtOnce } = by;
  const queueRun: QueueRun = { running: new Map(), answers: new Map(), silent: new Set() };
  const endsAt = new Date(now().getTime() + runMs);
  let taken = 0;
  try {
    while (now() < endsAt) {
      const claimed = await by.claim(exceptedDraws(queueRun, by));
      if (!claimed && queueRun.running.size === 0) return taken;
      if (claimed) {
        taken += 1;
        start(queueRun, claimed, by);
      }
      if (!claimed || queueRun.running.size === atOnce) await Promise.race(queueRun.running.keys());
    }
  } finally {
    // Also after a failed claim: nothing may continue after the run ends.
    await Promise.all(queueRun.running.keys());
  }
  return taken;
}
