import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "./deliver-mail";
import { deliverMail } from "./deliver-mail";
import { queueDates } from "./queue-dates";
import { queueResults } from "./queue-results";
import { openLane } from "./rules.lane";
import { settleResults } from "./settle-results";

/**
 * The job that empties the outbox, in every process at once, and those that put results and corrected dates of draws
 * into it. They run apart from all requests: a mail server that hangs holds none of them up.
 */
export function mailJobs(ctx: MailContext): Job[] {
  const lane = openLane();
  const deliver: Job["run"] = (stopping) => deliverMail(ctx, lane, stopping);
  const tellResults: Job["run"] = async (stopping) => {
    await settleResults(ctx);
    return queueResults(ctx, stopping);
  };
  return [
    { name: "deliver-mail", everyMs: 2000, leaseMs: 60_000, isEverywhere: true, run: deliver },
    { name: "queue-results", everyMs: 5000, leaseMs: 60_000, run: tellResults },
    { name: "queue-dates", everyMs: 5000, leaseMs: 60_000, run: (stopping) => queueDates(ctx, stopping) },
  ];
}
