import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { indexNames } from "./index-names";

export function consoleJobs(ctx: Context): Job[] {
  const run = (stopping: AbortSignal) => indexNames(ctx, stopping);
  return [{ name: "index-names", everyMs: 30_000, leaseMs: 300_000, run }];
}
