import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { indexSearchTerms } from "./index-search-terms";

export function consoleJobs(ctx: Context): Job[] {
  const run = (stopping: AbortSignal) => indexSearchTerms(ctx, stopping);
  return [{ name: "index-names", everyMs: 30_000, leaseMs: 300_000, run }];
}
