import "server-only";

import type { Context } from "@/lib/context";
import { eraseFormerPersons } from "@/lib/people/erase-former-persons";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { eraseExpired } from "./erase-expired";
import { shrinkOrders } from "./shrink-orders";

export function privacyJobs(ctx: Context): Job[] {
  const erase = async (stopping: AbortSignal) =>
    (await eraseExpired(ctx, stopping)) + (await shrinkOrders(ctx, stopping)) + (await eraseFormerPersons(ctx));
  return [{ name: "erase-expired", everyMs: 600_000, leaseMs: 600_000, run: erase }];
}
