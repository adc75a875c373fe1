import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { sealEntries } from "./seal-entries";

export function auditJobs(ctx: Context): Job[] {
  return [{ name: "seal-entries", everyMs: 5000, leaseMs: 60_000, run: () => sealEntries(ctx) }];
}
