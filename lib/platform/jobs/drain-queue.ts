import "server-only";

import { logFailure } from "@/lib/platform/server/log";

/**
 * What a run of a job works on, one item of one draw after another. `claim` takes the next one, in no draw of `except`
 * and so that nobody else takes it; `work` returns whether its gateway answered; `failure` is called if it threw.
 */
export type QueueWork<Claimed extends { drawId: string }> = {
  /** How many of one draw at a time. */
  ofOneDraw: number;
  /** One more of a draw for each answer of its gateway, up to so many; without it never more. */
  mostOfOneDraw?: number;
  /** How many of all draws at a time; a few by default. */
  atOnce?: number;
  claim: (except: string[]) => Promise<Claimed | null>;
  work: (claimed: Claimed) => Promise<boolean>;
  failure: string;
};

/** How many items are worked on at a time: a gateway that hangs must not hold up the others. */
const fewAtOnce = 4;

/**
 * After this long a run takes nothing more, in ms: longer than gateways may take, so that after silent ones others
 * come.
 */
const runMs = 25_000;

/**
 * What a run keeps in mind: what it works on now, by draw, how often the gateway of each draw has answered, and draws
 * whose gateway gave no answer.
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

/**
 * Works on what is due, a few items concurrently and fewer of one draw; a draw whose gateway didn't answer is skipped
 * for the rest of the run. Returns how many were worked on.
 */
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
    // Even after a failed claim: whoever ends the job counts on nothing of it still going on.
    await Promise.all(queueRun.running.keys());
  }
  return taken;
}
