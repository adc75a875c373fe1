import "server-only";

import type { Job } from "@/lib/platform/jobs/job-runner";

import type { LetterContext } from "./deliver-letters";
import { deliverLetters } from "./deliver-letters";
import { expireSessions } from "./expire-sessions";

export function peopleJobs(ctx: LetterContext): Job[] {
  return [
    { name: "deliver-letters", everyMs: 5000, leaseMs: 2 * 60_000, run: () => deliverLetters(ctx) },
    { name: "expire-sessions", everyMs: 60 * 60_000, leaseMs: 60_000, run: () => expireSessions(ctx) },
  ];
}
