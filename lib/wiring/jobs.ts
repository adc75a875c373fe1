import "server-only";

import { markSales } from "@/lib/activity/store";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { checkAccounts } from "@/lib/draws/account/check-account";
import { refreshDraws } from "@/lib/feed/refresh-draw";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { keptTriesMs } from "@/lib/payments/pay/rules.pauses";
import { deleteTries } from "@/lib/payments/pay/store.pauses";
import { matchPayments } from "@/lib/payments/reconcile/match-payments";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import type { Job } from "@/lib/platform/jobs/job-runner";
import { eraseExpired } from "@/lib/privacy/erase-expired";
import { shrinkOrders } from "@/lib/privacy/shrink-orders";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { reconcileShares } from "@/lib/shares/reconcile-shares";
import { forgetShares } from "@/lib/shares/store.upkeep";

/**
 * The jobs of this domain: end holds whose time is over; find out by pages of the report which of many payments to ask
 * for, and ask what became of them; send refunds that wait, and ask for those whose answer nobody got; forget networks,
 * and count shares of unpaid tickets again; mark what was sold by now; seal what was written down; look what new
 * accounts take; forget who paid from where; erase buyers whose time is over, and shrink orders that nobody tried to
 * pay; ask the upstream platform for its draws. A turn that outlives its lease, at a gateway that hangs, may be
 * overtaken: each payment, refund and draw has a lease of its own.
 */
export function orderJobs(ctx: Context): Job[] {
  const forgetTries = () => deleteTries(ctx.db, new Date(ctx.now().getTime() - keptTriesMs));
  const erase = async (stopping: AbortSignal) =>
    (await eraseExpired(ctx, stopping)) + (await shrinkOrders(ctx, stopping));
  // A demo pays at its own sandbox alone: there is nothing to find out.
  const accounts: Job = { name: "check-accounts", everyMs: 15_000, leaseMs: 120_000, run: () => checkAccounts(ctx) };
  const ofAccounts = ctx.mode === "demo" ? [] : [accounts];
  const upstream: Job = { name: "refresh-draws", everyMs: 5000, leaseMs: 120_000, run: () => refreshDraws(ctx) };
  const ofUpstream = ctx.feed ? [upstream] : [];
  return [
    { name: "expire-orders", everyMs: 5000, leaseMs: 60_000, run: () => expireOrders(ctx) },
    { name: "match-payments", everyMs: 5000, leaseMs: 120_000, isEverywhere: true, run: () => matchPayments(ctx) },
    {
      name: "reconcile-payments",
      everyMs: 5000,
      leaseMs: 30_000,
      isEverywhere: true,
      run: () => reconcilePayments(ctx),
    },
    { name: "send-refunds", everyMs: 5000, leaseMs: 30_000, run: () => sendRefunds(ctx) },
    { name: "reconcile-refunds", everyMs: 5000, leaseMs: 30_000, run: () => reconcileRefunds(ctx) },
    { name: "forget-shares", everyMs: 60_000, leaseMs: 120_000, run: () => forgetShares(ctx.db, ctx.now()) },
    { name: "reconcile-shares", everyMs: 60 * 60_000, leaseMs: 120_000, run: () => reconcileShares(ctx) },
    { name: "mark-sales", everyMs: 5 * 60_000, leaseMs: 60_000, run: () => markSales(ctx.db, ctx.now()) },
    { name: "seal-entries", everyMs: 5000, leaseMs: 60_000, run: () => sealEntries(ctx) },
    { name: "forget-tries", everyMs: 600_000, leaseMs: 60_000, run: forgetTries },
    { name: "erase-expired", everyMs: 600_000, leaseMs: 600_000, run: erase },
    ...ofAccounts,
    ...ofUpstream,
  ];
}
