import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { markSales } from "./store";

export function activityJobs(ctx: Context): Job[] {
  return [{ name: "mark-sales", everyMs: 5 * 60_000, leaseMs: 60_000, run: () => markSales(ctx.db, ctx.now()) }];
}
