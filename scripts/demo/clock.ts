import { post } from "./shop";

/** Moves the clocks of a new demo's server and sandbox forward, which `past-clock.mjs` starts in the past. */
export type DemoClock = {
  now: () => Date;
  /** Runs the jobs that are due before the clock moves far, so that emails are sent minutes after their orders. */
  moveTo: (at: Date) => Promise<void>;
  /** From then on the clocks are the machine's. */
  finish: () => Promise<void>;
};

/** Where the clock can't be moved, as with another database, everything happens at the time of the seeding. */
const machineClock: DemoClock = { now: () => new Date(), moveTo: async () => {}, finish: async () => {} };

/** What happens in less time needs no jobs between. */
const jobPauseMs = 12 * 60_000;

/** How long after the last step its jobs run. */
const jobDelayMs = 20_000;

export function openDemoClock(sandbox: string): DemoClock {
  if (!process.send) return machineClock;
  let offsetMs = 0;
  let isStarted = false;
  const setOffset = async (newOffsetMs: number, runsJobs: boolean) => {
    await post(`${sandbox}/sandbox/clock`, { advanceMs: newOffsetMs - offsetMs });
    offsetMs = newOffsetMs;
    await moveServer({ newOffsetMs, runsJobs });
  };
  const now = () => new Date(Date.now() + offsetMs);
  const moveTo = async (at: Date) => {
    const isFar = at.getTime() - now().getTime() > jobPauseMs;
    if (isStarted && isFar) await setOffset(offsetMs + jobDelayMs, true);
    if (!isStarted || at > now()) await setOffset(at.getTime() - Date.now(), false);
    isStarted = true;
  };
  const finish = async () => {
    await setOffset(0, true);
    process.disconnect();
  };
  return { now, moveTo, finish };
}

/** The demo passes the message on to the server, and its answer back. */
function moveServer(message: { newOffsetMs: number; runsJobs: boolean }): Promise<void> {
  return new Promise((resolve) => {
    process.once("message", () => resolve());
    process.send?.(message);
  });
}
