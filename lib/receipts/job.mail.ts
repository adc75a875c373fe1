import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { MailContext } from "./deliver-mail";
import { deliverMail } from "./deliver-mail";

/** The job that empties the outbox. It runs apart from all requests: a mail server that hangs holds none of them up. */
export function mailJobs(ctx: MailContext): Job[] {
  return [{ name: "deliver-mail", everyMs: 2000, leaseMs: 30_000, run: () => deliverMail(ctx) }];
}
