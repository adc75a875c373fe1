const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The mail server's state between runs of a process. `isTrusted` unless the last attempt failed to reach it. */
export type MailServerState = { pausedUntilMs: number; isTrusted: boolean };

export function createMailServerState(): MailServerState {
  return { pausedUntilMs: 0, isTrusted: true };
}

/** It is longer than one attempt takes. Until then no other process tries the same email. */
export const tryLeaseMs = 2 * minute;

export const serverPauseMs = 10 * second;

/** Mail servers give up after about as long (RFC 5321, 4.5.4.1). */
const retryPeriodMs = 5 * 24 * hour;

/** In ms after each attempt. Later attempts are once a day. */
const waitsMs = [10 * second, minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** An outage ends for all emails at once, so each is tried soon after. */
const longestWaitForServerMs = 5 * minute;

/**
 * Null once the email is given up. `tries` includes the failed one. `isAboutMail` unless the server was unreachable.
 */
export function computeNextTryAt(
  mail: { queuedAt: Date; tries: number; isAboutMail: boolean },
  now: Date,
): Date | null {
  if (now.getTime() - mail.queuedAt.getTime() >= retryPeriodMs) return null;
  const waitMs = waitsMs[mail.tries - 1] ?? 24 * hour;
  return new Date(now.getTime() + (mail.isAboutMail ? waitMs : Math.min(waitMs, longestWaitForServerMs)));
}
