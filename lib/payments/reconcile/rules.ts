import { hourMs, minuteMs, secondMs } from "@/lib/durations";
import type { AttemptState } from "@/lib/orders/rules.payment";

/** Defined in docs/design.md, Looking up a payment. */
export const reconcileSchedule = {
  firstDelayMs: 2 * secondMs,
  maxDelayMs: 5 * minuteMs,
  gracePeriodMs: 15 * minuteMs,
  betweenLookupsMs: minuteMs,
  maxMissingDelayMs: 12 * hourMs,
  missingPeriodMs: 72 * hourMs,
} as const;

/** At least this long between lookups that operators request for one order. */
export const operatorIntervalMs = 10 * secondMs;

/** An attempt is overdue if its lookup is late by `lookupMs`, or its outcome unknown for `openMs`. */
export const overdueLimits = { lookupMs: 10 * minuteMs, openMs: 24 * hourMs } as const;

/** Longer than the gateway's time limit of 20 seconds. */
const attemptDeadlineMs = 30 * secondMs;

/** `checkCount` counts lookups. `missedAt` is the first one that found nothing. */
export type ScheduledAttempt = { state: AttemptState; checkCount: number; sentAt: Date; missedAt?: Date | null };

function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** After the deadline, the call that opened the attempt may no longer charge it. */
export function getDeadline(now: Date): Date {
  return addMs(now, attemptDeadlineMs);
}

/** From `minAttempts` due payments in a draw, reading the report is faster than looking each up. */
export const matchLimits = { minAttempts: 50, maxAttempts: 5000 } as const;

/** A lookup takes three calls of up to 20 seconds, and the settlement. */
const lookupLeaseMs = 75_000;

/** While the report is read, the leases are renewed this often. */
export const renewLeaseMs = 10_000;

export function getLeaseEnd(now: Date): Date {
  return addMs(now, lookupLeaseMs);
}

/**
 * The delay doubles up to `maxDelayMs`. One lookup is made as early as a second "not found" may release the order, so
 * that the buyer waits no longer than needed.
 */
function computeNextOpenLookup({ checkCount, sentAt, missedAt }: ScheduledAttempt, now: Date): Date {
  const next = addMs(
    now,
    Math.min(reconcileSchedule.firstDelayMs * 2 ** Math.max(0, checkCount - 1), reconcileSchedule.maxDelayMs),
  );
  const secondLookupAt = missedAt ? addMs(missedAt, reconcileSchedule.betweenLookupsMs) : null;
  const notFoundCountsAt = addMs(sentAt, reconcileSchedule.gracePeriodMs);
  const releasableAt = secondLookupAt && secondLookupAt > notFoundCountsAt ? secondLookupAt : notFoundCountsAt;
  return now < releasableAt && releasableAt < next ? releasableAt : next;
}

/** The next delay is the attempt's age, at most half a day. After three days, the first answer ends the lookups. */
function computeNextMissingLookup({ sentAt }: ScheduledAttempt, now: Date, isAnswered: boolean): Date | null {
  const end = addMs(sentAt, reconcileSchedule.missingPeriodMs);
  if (isAnswered && now >= end) return null;
  const ageMs = Math.max(now.getTime() - sentAt.getTime(), reconcileSchedule.firstDelayMs);
  const next = addMs(now, Math.min(ageMs, reconcileSchedule.maxMissingDelayMs));
  return now < end && end < next ? end : next;
}

/** Null if no lookup follows. `isAnswered` is about the last lookup. */
export function computeNextLookupAt(attempt: ScheduledAttempt, now: Date, isAnswered: boolean): Date | null {
  if (attempt.state === "sent" || attempt.state === "unknown") return computeNextOpenLookup(attempt, now);
  return attempt.state === "missing" ? computeNextMissingLookup(attempt, now, isAnswered) : null;
}

export function isLookupScheduled(lookupAt: Date | null, now: Date): boolean {
  return lookupAt !== null && addMs(lookupAt, overdueLimits.lookupMs) > now;
}

/** An engineer must look into an attempt without a scheduled lookup, or with an outcome that is unknown for a day. */
export function isOverdue({ sentAt, lookupAt }: { sentAt: Date; lookupAt: Date | null }, now: Date): boolean {
  return !isLookupScheduled(lookupAt, now) || addMs(sentAt, overdueLimits.openMs) <= now;
}

/** An admin may decide after 15 minutes if the gateway doesn't answer, and after a day if its answers contradict. */
export function canDecide({ sentAt }: { sentAt: Date }, now: Date, isAnswered: boolean): boolean {
  return addMs(sentAt, isAnswered ? overdueLimits.openMs : reconcileSchedule.gracePeriodMs) <= now;
}

/** Neither the first lookup that finds nothing releases the order, nor one before `gracePeriodMs`. */
export function isMissing({ sentAt, missedAt }: { sentAt: Date; missedAt: Date | null }, lookedUpAt: Date): boolean {
  if (!missedAt || addMs(missedAt, reconcileSchedule.betweenLookupsMs) > lookedUpAt) return false;
  return lookedUpAt >= addMs(sentAt, reconcileSchedule.gracePeriodMs);
}
