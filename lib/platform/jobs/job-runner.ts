import "server-only";

import { randomUUID } from "node:crypto";

import type { Database } from "@/lib/platform/db/database";
import { finishRun, recordRun, takeLease } from "@/lib/platform/db/job-lease";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { durationSince, inLogScope, logFailure, logLine } from "@/lib/platform/server/log";

/** `leaseMs` is longer than any run. `run` may return a count, and starts nothing more once `stopping` aborts. */
export type Job = {
  name: string;
  everyMs: number;
  leaseMs: number;
  isEverywhere?: boolean;
  run: (stopping: AbortSignal) => Promise<unknown>;
};

export type JobRunner = { stop: () => Promise<void> };

export async function runJob(db: Database, job: Job, stopping = neverAborted): Promise<boolean> {
  const runId = randomUUID();
  return inLogScope({ job: job.name, runId }, async () => {
    try {
      return await runTurn(db, job, stopping);
    } catch (error) {
      processMetrics.jobs.run(job.name)("failed").inc();
      logFailure(`Job ${job.name} failed.`, error);
      return false;
    }
  });
}

/** A run that outlives its lease counts as lost, so any process, even this one, starts the job again beside it. */
export function startJobs(db: Database, jobs: Job[]): JobRunner {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const timers = jobs.map((job) => {
    let busyUntilMs = 0;
    return setInterval(async () => {
      const nowMs = performance.now();
      if (nowMs < busyUntilMs) return;
      busyUntilMs = nowMs + job.leaseMs;
      const run = runJob(db, job, stopping.signal);
      running.add(run);
      await run;
      running.delete(run);
      // A lost run that ends must not unblock the job while its successor runs.
      if (busyUntilMs === nowMs + job.leaseMs) busyUntilMs = 0;
    }, job.everyMs).unref();
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function runAndLog(job: Job, stopping: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  const result = await job.run(stopping);
  processMetrics.jobs.run(job.name)("done").inc();
  const count = Array.isArray(result) ? result.length : result;
  if (typeof count === "number" && count > 0) logLine("info", "job", { count, durationMs: durationSince(startedMs) });
}

async function runTurn(db: Database, job: Job, stopping: AbortSignal): Promise<boolean> {
  if (job.isEverywhere) {
    await runAndLog(job, stopping);
    await recordRun(db, job.name);
    return true;
  }
  const holder = await takeLease(db, job.name, job.leaseMs);
  if (!holder) return false;
  let hasSucceeded = false;
  try {
    await runAndLog(job, stopping);
    hasSucceeded = true;
  } finally {
    await finishRun(db, { name: job.name, holder, hasSucceeded }, job.everyMs * 0.9);
  }
  return true;
}

const neverAborted = new AbortController().signal;
