import "server-only";

import type { Database } from "@/lib/platform/db/database";
import { readJobAges } from "@/lib/platform/db/job-lease";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { logLine } from "@/lib/platform/server/log";
import type { Job } from "./job-runner";

/**
 * Tells which jobs stand still: `stalled` gives their names, and throws when the database does not answer; `latest` are
 * those of the last look, at most `everyMs` old.
 */
export type JobWatch = { stalled: () => Promise<string[]>; latest: () => string[]; stop: () => void };

/** A job may miss turns, and a process that died may hold its lease: what is later than both stands still. */
function latestMs({ everyMs, leaseMs }: Job): number {
  return 3 * everyMs + leaseMs;
}

/**
 * Watches when the jobs last succeeded in any process, from now on: what was missed while no process ran is nobody's
 * fault. While one stands still, a line of the log says so every `everyMs`.
 */
export function watchJobs(db: Database, jobs: readonly Job[], everyMs = 60_000): JobWatch {
  const startedMs = performance.now();
  for (const job of jobs) processMetrics.jobs.limit(job.name, latestMs(job) / 1000);
  async function stalled(): Promise<string[]> {
    const ages = await readJobAges(db);
    const watchedMs = performance.now() - startedMs;
    const isLate = (job: Job) => Math.min(ages.get(job.name) ?? watchedMs, watchedMs) > latestMs(job);
    return jobs.filter(isLate).map(({ name }) => name);
  }
  let latest: string[] = [];
  async function tell(): Promise<void> {
    // A database that is away is told by whoever needs it.
    const names = await stalled().catch(() => []);
    latest = names;
    if (names.length > 0) logLine("error", "Jobs have stalled.", { jobs: names.join(" ") });
  }
  const timer = setInterval(tell, everyMs).unref();
  return { stalled, latest: () => latest, stop: () => clearInterval(timer) };
}
