import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "@/lib/receipts/delivery/deliver-mail";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { openLane } from "@/lib/receipts/delivery/rules";
import { queueDates, queueResults } from "@/lib/receipts/results/queue-results";
import { settleResults } from "@/lib/receipts/results/settle-results";

/**
 * The job that empties the outbox, in every process at once, and those that put results and corrected dates of draws
 * into it. No request waits for them: a mail server that hangs holds none up.
 */
export function mailJobs(ctx: MailContext): Job[] {
  const lane = openLane();
  const deliver: Job["run"] = (stopping) => deliverMail(ctx, lane, stopping);
  const settleAndQueue: Job["run"] = async (stopping) => {
    await settleResults(ctx);
    return queueResults(ctx, stopping);
  };
  return [
    { name: "deliver-mail", everyMs: 2000, leaseMs: 60_000, isEverywhere: true, run: deliver },
    { name: "queue-results", everyMs: 5000, leaseMs: 60_000, run: settleAndQueue },
    { name: "queue-dates", everyMs: 5000, leaseMs: 60_000, run: (stopping) => queueDates(ctx, stopping) },
  ];
}
