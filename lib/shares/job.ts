import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { reconcileShares } from "./reconcile-shares";
import { deleteExpiredShares } from "./store.upkeep";

export function shareJobs(ctx: Context): Job[] {
  return [
    { name: "forget-shares", everyMs: 60_000, leaseMs: 120_000, run: () => deleteExpiredShares(ctx.db, ctx.now()) },
    { name: "reconcile-shares", everyMs: 60 * 60_000, leaseMs: 120_000, run: () => reconcileShares(ctx) },
  ];
}
