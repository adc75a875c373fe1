import "server-only";

import { deleteOldCounts } from "@/lib/platform/db/call-counts";
import type { Database } from "@/lib/platform/db/database";
import { saveCheckpoint } from "@/lib/platform/db/database";
import { refreshStatistics } from "@/lib/platform/db/statistics";
import type { Job } from "./job-runner";

export function maintenanceJobs(db: Database, now: () => Date, isEmbedded: boolean): Job[] {
  const checkpoints: Job = { name: "checkpoint", everyMs: 60_000, leaseMs: 120_000, run: () => saveCheckpoint(db) };
  return [
    { name: "statistics", everyMs: 5000, leaseMs: 60_000, run: () => refreshStatistics(db) },
    { name: "call-counts", everyMs: 600_000, leaseMs: 60_000, run: () => deleteOldCounts(db, now()) },
    ...(isEmbedded ? [checkpoints] : []),
  ];
}
