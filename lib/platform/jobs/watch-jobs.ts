import "server-only";

import type { Database } from "@/lib/platform/db/database";
import { readJobAges } from "@/lib/platform/db/job-lease";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { logLine } from "@/lib/platform/server/log";
import type { Job } from "./job-runner";

export type JobWatch = { stalled: () => Promise<string[]>; latest: () => string[]; stop: () => void };

/**
 * Counts from the process's start, because runs missed while none was up don't matter. Logs stalled jobs every
 * `everyMs`.
 */
export function watchJobs(db: Database, jobs: readonly Job[], everyMs = 60_000): JobWatch {
  const startedMs = performance.now();
  for (const job of jobs) processMetrics.jobs.limit(job.name, stalledAfterMs(job) / 1000);
  async function stalled(): Promise<string[]> {
    const ages = await readJobAges(db);
    const watchedMs = performance.now() - startedMs;
    const isLate = (job: Job) => Math.min(ages.get(job.name) ?? watchedMs, watchedMs) > stalledAfterMs(job);
    return jobs.filter(isLate).map(({ name }) => name);
  }
  let latest: string[] = [];
  async function check(): Promise<void> {
    // The code that needs the database logs that it is unreachable.
    const names = await stalled().catch(() => []);
    latest = names;
    if (names.length > 0) logLine("error", "Jobs have stalled.", { jobs: names.join(" ") });
  }
  const timer = setInterval(check, everyMs).unref();
  return { stalled, latest: () => latest, stop: () => clearInterval(timer) };
}

/** A job may miss two runs, and a process that died may still hold its lease. */
function stalledAfterMs({ everyMs, leaseMs }: Job): number {
  return 3 * everyMs + leaseMs;
}
