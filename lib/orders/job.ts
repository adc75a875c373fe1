import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { expireOrders } from "./holds/expire-orders";

export function orderJobs(ctx: Context): Job[] {
  return [{ name: "expire-orders", everyMs: 5000, leaseMs: 60_000, run: () => expireOrders(ctx) }];
}
