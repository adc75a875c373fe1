import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { checkAccounts } from "./check-account";

/** A demo has no such job, because its only account is the sandbox's. */
export function accountJobs(ctx: Context): Job[] {
  if (ctx.mode === "demo") return [];
  return [{ name: "check-accounts", everyMs: 15_000, leaseMs: 120_000, run: () => checkAccounts(ctx) }];
}
