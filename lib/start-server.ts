import "server-only";

import { createContext } from "./context";
import { checkpoint } from "./db/database";
import { refreshStatistics } from "./db/statistics";
import { guardServers } from "./http/guard-servers";
import type { Job } from "./jobs/job-runner";
import { startJobs } from "./jobs/job-runner";
import { mailJobs } from "./orders/job.mail";
import { orderJobs } from "./orders/job.orders";
import { runtime } from "./runtime";
import { stopGracefully } from "./stop-gracefully";

const expectedErrors = new Set(["InvalidEnvironment", "DataDirectoryInUse"]);

async function startWork(): Promise<void> {
  const current = await runtime();
  const { db, clock, embedded } = current;
  const statistics: Job = { name: "statistics", everyMs: 5000, leaseMs: 60_000, run: () => refreshStatistics(db) };
  const checkpoints: Job = { name: "checkpoint", everyMs: 60_000, leaseMs: 120_000, run: () => checkpoint(db) };
  const upkeep = embedded ? [statistics, checkpoints] : [statistics];
  guardServers();
  const ctx = await createContext();
  const jobs = startJobs(db, [...orderJobs(ctx), ...mailJobs(ctx), ...upkeep]);
  const measuring = setInterval(() => clock.measure().catch(() => undefined), 30_000).unref();
  stopGracefully(
    () => {
      current.draining = true;
      clearInterval(measuring);
    },
    async () => {
      await jobs.stop();
      await current.close();
    },
  );
}

/**
 * Opens what the process needs and starts its jobs; called once before the first request. An instance that cannot work,
 * because its configuration is incomplete or another process holds its data, says why and ends.
 */
export async function startServer(): Promise<void> {
  try {
    await startWork();
  } catch (error) {
    const isExpected = error instanceof Error && expectedErrors.has(error.name);
    console.error(isExpected ? error.message : error);
    process.exit(1);
  }
}
