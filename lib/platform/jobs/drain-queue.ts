import "server-only";

import { logFailure } from "@/lib/platform/server/log";

/**
 * What a run of a job works on, one thing of one draw after the other. `claim` takes the next one, in no draw of
 * `except` and so that nobody else takes it; `work` tells whether its gateway answered; `failure` says that it threw.
 */
export type QueueWork<Claimed extends { drawId: string }> = {
  /** How many of one draw at once. */
  ofOneDraw: number;
  claim: (except: string[]) => Promise<Claimed | null>;
  work: (claimed: Claimed) => Promise<boolean>;
  failure: string;
};

/** How many things are worked on at once: a gateway that hangs must not hold the others up. */
const atOnce = 4;

/**
 * After this long a run takes nothing more, in ms: longer than gateways may take, so that after silent ones others
 * come.
 */
const runMs = 25_000;

/** What a run keeps in mind: what it works on now, by draw, and draws whose gateway gave no answer. */
type QueueRun = { running: Map<Promise<void>, string>; silent: Set<string> };

function exceptedDraws({ running, silent }: QueueRun, ofOneDraw: number): string[] {
  const draws = [...running.values()];
  const busy = draws.filter((drawId) => draws.filter((other) => other === drawId).length >= ofOneDraw);
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
      queueRun.running.delete(run);
    });
  queueRun.running.set(run, drawId);
}

/**
 * Works on what is due, a few things side by side and fewer of one draw; a draw whose gateway gave no answer is left
 * alone for the rest of the run. Gives how many were worked on.
 */
export async function drainQueue<Claimed extends { drawId: string }>(
  { now }: { now: () => Date },
  by: QueueWork<Claimed>,
): Promise<number> {
  const queueRun: QueueRun = { running: new Map(), silent: new Set() };
  const endsAt = new Date(now().getTime() + runMs);
  let taken = 0;
  while (now() < endsAt) {
    const claimed = await by.claim(exceptedDraws(queueRun, by.ofOneDraw));
    if (!claimed && queueRun.running.size === 0) return taken;
    if (claimed) {
      taken += 1;
      start(queueRun, claimed, by);
    }
    if (!claimed || queueRun.running.size === atOnce) await Promise.race(queueRun.running.keys());
  }
  await Promise.all(queueRun.running.keys());
  return taken;
}
