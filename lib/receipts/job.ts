import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "@/lib/receipts/delivery/deliver-mail";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { createMailServerState } from "@/lib/receipts/delivery/rules";
import { queueCancellations, queueDates, queueResults } from "@/lib/receipts/results/queue-results";
import { settleResults } from "@/lib/receipts/results/settle-results";

/** Every process delivers emails. No request waits for it, so a mail server that hangs delays none. */
export function mailJobs(ctx: MailContext): Job[] {
  const mailServer = createMailServerState();
  const deliver: Job["run"] = (stopping) => deliverMail(ctx, mailServer, stopping);
  const settleAndQueue: Job["run"] = async (stopping) => {
    await settleResults(ctx);
    return queueResults(ctx, stopping);
  };
  return [
    { name: "deliver-mail", everyMs: 2000, leaseMs: 60_000, isEverywhere: true, run: deliver },
    { name: "queue-results", everyMs: 5000, leaseMs: 60_000, run: settleAndQueue },
    { name: "queue-dates", everyMs: 5000, leaseMs: 60_000, run: (stopping) => queueDates(ctx, stopping) },
    {
      name: "queue-cancellations",
      everyMs: 5000,
      leaseMs: 60_000,
      run: (stopping) => queueCancellations(ctx, stopping),
    },
  ];
}
