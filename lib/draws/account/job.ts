import "server-only";

import type { Context } from "@/lib/context";
import type { Job } from "@/lib/platform/jobs/job-runner";

import { checkAccounts } from "./check-account";

/** A demo has only the sandbox's account, which needs no check. */
export function accountJobs(ctx: Context): Job[] {
  if (ctx.mode === "demo") return [];
  return [{ name: "check-accounts", everyMs: 15_000, leaseMs: 120_000, run: () => checkAccounts(ctx) }];
}
