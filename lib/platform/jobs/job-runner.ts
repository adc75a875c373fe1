import "server-only";

import { randomUUID } from "node:crypto";

import type { Database } from "@/lib/platform/db/database";
import { restLease, takeLease } from "@/lib/platform/db/job-lease";
import { inLogScope, logFailure, logLine } from "@/lib/platform/server/log";

/**
 * Work on a schedule: run every `everyMs`, by one process at a time; `leaseMs` is longer than a run ever takes. `run`
 * may give how many things it did. A job that is `shared` runs in every process at once: what it works on has leases of
 * its own.
 */
export type Job = { name: string; everyMs: number; leaseMs: number; shared?: true; run: () => Promise<unknown> };

/** Running jobs; `stop` lets the current runs end. */
export type JobRunner = { stop: () => Promise<void> };

function durationSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 10) / 10;
}

/** Runs that found nothing to do say nothing. */
async function runHeld(job: Job): Promise<void> {
  const startedMs = performance.now();
  const done = await job.run();
  const count = Array.isArray(done) ? done.length : done;
  if (typeof count === "number" && count > 0) logLine("info", "job", { count, durationMs: durationSince(startedMs) });
}

/** Runs a job once if its lease is free. A failure is logged and left to the next turn. */
export async function runJob(db: Database, job: Job): Promise<boolean> {
  const runId = randomUUID();
  return inLogScope({ job: job.name, runId }, async () => {
    try {
      if (job.shared) {
        await runHeld(job);
        return true;
      }
      const holder = await takeLease(db, job.name, job.leaseMs);
      if (!holder) return false;
      try {
        await runHeld(job);
      } finally {
        await restLease(db, { name: job.name, holder }, job.everyMs * 0.9);
      }
      return true;
    } catch (error) {
      logFailure(`Job ${job.name} failed.`, error);
      return false;
    }
  });
}

/**
 * Starts jobs, each on its own timer; a run that takes long is not overtaken by the next. One that outlives its lease
 * counts as lost: whoever takes the lease, this process too, runs the job again beside it.
 */
export function startJobs(db: Database, jobs: Job[]): JobRunner {
  const running = new Set<Promise<unknown>>();
  const timers = jobs.map((job) => {
    let busyUntilMs = 0;
    return setInterval(async () => {
      const nowMs = performance.now();
      if (nowMs < busyUntilMs) return;
      busyUntilMs = nowMs + job.leaseMs;
      const run = runJob(db, job);
      running.add(run);
      await run;
      running.delete(run);
      // A run that was given up must not end the wait for the one that followed it.
      if (busyUntilMs === nowMs + job.leaseMs) busyUntilMs = 0;
    }, job.everyMs).unref();
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
