import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { reconcileRefunds } from "./reconcile-refunds";
import { refundCancelledDraws } from "./refund-cancelled-draws";
import { sendRefunds } from "./send-refund";

/** Each refund also has its own lease, because a gateway that doesn't answer may outlast those of the jobs. */
export function refundJobs(ctx: Context): Job[] {
  return [
    { name: "refund-cancelled", everyMs: 5000, leaseMs: 30_000, run: () => refundCancelledDraws(ctx) },
    { name: "send-refunds", everyMs: 5000, leaseMs: 30_000, run: () => sendRefunds(ctx) },
    { name: "reconcile-refunds", everyMs: 5000, leaseMs: 30_000, run: () => reconcileRefunds(ctx) },
  ];
}
