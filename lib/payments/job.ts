import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";
import { paymentTryRetentionMs } from "./pay/rules.pauses";
import { deleteTries } from "./pay/store.tries";
import { matchPayments } from "./reconcile/match-payments";
import { reconcilePayments } from "./reconcile/reconcile-payments";

/** Each payment has its own lease, so these jobs run in every process at once. */
export function paymentJobs(ctx: Context): Job[] {
  const match = () => matchPayments(ctx);
  const reconcile = () => reconcilePayments(ctx);
  const deleteOldTries = () => deleteTries(ctx.db, new Date(ctx.now().getTime() - paymentTryRetentionMs));
  return [
    { name: "match-payments", everyMs: 5000, leaseMs: 120_000, isEverywhere: true, run: match },
    { name: "reconcile-payments", everyMs: 5000, leaseMs: 30_000, isEverywhere: true, run: reconcile },
    { name: "forget-tries", everyMs: 600_000, leaseMs: 60_000, run: deleteOldTries },
  ];
}
