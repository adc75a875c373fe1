import type { AttemptState } from "@/lib/orders/rules.payment";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * How an attempt is looked up at the gateway, in ms. "Not found" releases nothing until `patienceMs` after it was sent
 * and a second lookup agrees (docs/design.md, Looking up a payment); after `missingMs` a released one is no longer
 * looked up.
 */
export const reconcileSchedule = {
  firstMs: 2 * secondMs,
  maxMs: 5 * minuteMs,
  patienceMs: 15 * minuteMs,
  betweenLookupsMs: minuteMs,
  maxMissingMs: 12 * hourMs,
  missingMs: 72 * hourMs,
} as const;

/** How long an operator who had an order looked up waits until it can be looked up again, in ms. */
export const operatorPauseMs = 10 * secondMs;

/** An attempt is overdue if its lookup is late by this many ms, or its outcome has been unknown for this many. */
export const overdue = { askMs: 10 * minuteMs, openMs: 24 * hourMs } as const;

/** How long a sent attempt may wait before somebody else looks after it, in ms: the gateway has 20 seconds. */
const attemptDeadlineMs = 30 * secondMs;

/**
 * What decides when an attempt is looked up; `checkCount` counts the lookups so far, `missedAt` is when one first found
 * nothing.
 */
export type ScheduledAttempt = { state: AttemptState; checkCount: number; sentAt: Date; missedAt?: Date | null };

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** The deadline of an attempt written at `now`: until then only its caller may charge it. */
export function deadlineFrom(now: Date): Date {
  return later(now, attemptDeadlineMs);
}

/**
 * When whole pages of the gateway's report are read for a draw: once so many payments of unknown outcome are due that a
 * call for each would take longer. At most this many are matched by one reading.
 */
export const matching = { fewest: 50, most: 5000 } as const;

/** Longer than a lookup takes, in ms: three calls of 20 seconds, and the settling. */
const lookupLeaseMs = 75_000;

/** A reading of the report renews the leases of its attempts once this much of a lease is over, in ms. */
export const renewLeaseMs = 10_000;

/** Until when only the claimer of an attempt, claimed at `now`, may look it up. */
export function leaseFrom(now: Date): Date {
  return later(now, lookupLeaseMs);
}

/**
 * Twice as long after each lookup, up to five minutes, but once exactly when "not found" starts to count, and if that
 * was the first to find nothing, a minute later.
 */
function nextOfOpen({ checkCount, sentAt, missedAt }: ScheduledAttempt, now: Date): Date {
  const next = later(
    now,
    Math.min(reconcileSchedule.firstMs * 2 ** Math.max(0, checkCount - 1), reconcileSchedule.maxMs),
  );
  const agrees = missedAt ? later(missedAt, reconcileSchedule.betweenLookupsMs) : null;
  const counts = later(sentAt, reconcileSchedule.patienceMs);
  const frees = agrees && agrees > counts ? agrees : counts;
  return now < frees && frees < next ? frees : next;
}

/** As long again as it is old, up to half a day; never again once a lookup was answered after three days. */
function nextOfMissing({ sentAt }: ScheduledAttempt, now: Date, isAnswered: boolean): Date | null {
  const end = later(sentAt, reconcileSchedule.missingMs);
  if (isAnswered && now >= end) return null;
  const ageMs = Math.max(now.getTime() - sentAt.getTime(), reconcileSchedule.firstMs);
  const next = later(now, Math.min(ageMs, reconcileSchedule.maxMissingMs));
  return now < end && end < next ? end : next;
}

/**
 * When an attempt is looked up again after a lookup at `now`; null if never. `isAnswered`: the lookup got an answer.
 */
export function nextAskAt(attempt: ScheduledAttempt, now: Date, isAnswered: boolean): Date | null {
  if (attempt.state === "sent" || attempt.state === "unknown") return nextOfOpen(attempt, now);
  return attempt.state === "missing" ? nextOfMissing(attempt, now, isAnswered) : null;
}

/** Whether somebody is going to ask what became of an attempt. */
export function isAskedFor(askAt: Date | null, now: Date): boolean {
  return askAt !== null && later(askAt, overdue.askMs) > now;
}

/**
 * Whether a person must look after an open attempt: no lookup is scheduled, or its outcome has been unknown for a day.
 */
export function isOverdue({ sentAt, askAt }: { sentAt: Date; askAt: Date | null }, now: Date): boolean {
  return !isAskedFor(askAt, now) || later(sentAt, overdue.openMs) <= now;
}

/**
 * Whether an open attempt is old enough for a person to state what became of it: after 15 minutes where the gateway
 * does not answer, after a day where its answers contradict each other.
 */
export function mayDecide({ sentAt }: { sentAt: Date }, now: Date, isAnswered: boolean): boolean {
  return later(sentAt, isAnswered ? overdue.openMs : reconcileSchedule.patienceMs) <= now;
}

/**
 * Whether a lookup begun at `askedAt` that found nothing may free the order: it is late enough and not the first.
 */
export function isMissing({ sentAt, missedAt }: { sentAt: Date; missedAt: Date | null }, askedAt: Date): boolean {
  if (!missedAt || later(missedAt, reconcileSchedule.betweenLookupsMs) > askedAt) return false;
  return askedAt >= later(sentAt, reconcileSchedule.patienceMs);
}
