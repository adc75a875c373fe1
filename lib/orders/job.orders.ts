import "server-only";

import type { Job } from "@/lib/jobs/job-runner";

import { expireOrders } from "./expire-orders";
import { reconcilePayments } from "./reconcile-payments";
import { reconcileRefunds } from "./reconcile-refunds";
import { sealEntries } from "./seal-entries";
import type { RefundContext } from "./send-refund";
import { sendRefunds } from "./send-refunds";

/**
 * The jobs of this domain: end holds whose time is over; ask what became of payments; send refunds that wait, and ask for
 * those whose answer nobody got; seal what was written down. A turn that outlives its lease, at a gateway that hangs, may be
 * overtaken: each payment and each refund has a lease of its own.
 */
export function orderJobs(ctx: RefundContext): Job[] {
  return [
    { name: "expire-orders", everyMs: 5000, leaseMs: 60_000, run: () => expireOrders(ctx) },
    { name: "reconcile-payments", everyMs: 5000, leaseMs: 30_000, run: () => reconcilePayments(ctx) },
    { name: "send-refunds", everyMs: 5000, leaseMs: 30_000, run: () => sendRefunds(ctx) },
    { name: "reconcile-refunds", everyMs: 5000, leaseMs: 30_000, run: () => reconcileRefunds(ctx) },
    { name: "seal-entries", everyMs: 5000, leaseMs: 60_000, run: () => sealEntries(ctx) },
  ];
}
