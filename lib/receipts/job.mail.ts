import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "./deliver-mail";
import { deliverMail } from "./deliver-mail";
import { openLane } from "./rules.lane";

/**
 * The job that empties the outbox, in every process at once. It runs apart from all requests: a mail server that hangs
 * holds none of them up.
 */
export function mailJobs(ctx: MailContext): Job[] {
  const lane = openLane();
  const run: Job["run"] = (stopping) => deliverMail(ctx, lane, stopping);
  return [{ name: "deliver-mail", everyMs: 2000, leaseMs: 60_000, isEverywhere: true, run }];
}
