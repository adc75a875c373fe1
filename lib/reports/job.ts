import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { countSales } from "./hours/count-sales";

export function reportJobs(ctx: Context): Job[] {
  return [{ name: "count-sales", everyMs: 10_000, leaseMs: 60_000, run: (stopping) => countSales(ctx, stopping) }];
}
