import "server-only";

import { hourMs, minuteMs, secondMs } from "@/lib/durations";
import type { Job } from "@/lib/platform/jobs/job-runner";

import type { LetterContext } from "./letters/deliver-letters";
import { deliverLetters } from "./letters/deliver-letters";
import { expireSessions } from "./sessions/expire-sessions";

export function peopleJobs(ctx: LetterContext): Job[] {
  return [
    { name: "deliver-letters", everyMs: 5 * secondMs, leaseMs: 2 * minuteMs, run: () => deliverLetters(ctx) },
    { name: "expire-sessions", everyMs: hourMs, leaseMs: minuteMs, run: () => expireSessions(ctx) },
  ];
}
