import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { refreshDraws } from "./refresh-draw";

export function feedJobs(ctx: Context): Job[] {
  if (!ctx.feed) return [];
  return [{ name: "refresh-draws", everyMs: 5000, leaseMs: 120_000, run: () => refreshDraws(ctx) }];
}
