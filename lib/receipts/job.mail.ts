import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "./delivery/deliver-mail";
import { deliverMail } from "./delivery/deliver-mail";
import { openLane } from "./delivery/rules";
import { queueDates, queueResults } from "./results/queue-results";
import { settleResults } from "./results/settle-results";

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
