const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Kept between the runs of a process. `isTrusted` is true unless the last attempt couldn't reach the server. */
export type MailServerState = { pausedUntilMs: number; isTrusted: boolean };

export function createMailServerState(): MailServerState {
  return { pausedUntilMs: 0, isTrusted: true };
}

/** No other process tries the same email for this time, which is longer than an attempt takes. */
export const tryLeaseMs = 2 * minute;

export const serverPauseMs = 10 * second;

/** Mail servers give up after about this time (RFC 5321, 4.5.4.1). */
const retryPeriodMs = 5 * 24 * hour;

/** Waits after each attempt. Further attempts are made once a day. */
const waitsMs = [10 * second, minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** An outage ends for all emails at once, so that each is tried again soon. */
const longestWaitForServerMs = 5 * minute;

/**
 * Returns null if the email is given up. `tries` includes the failed attempt. `isAboutMail` is true unless the mail
 * server was unreachable.
 */
export function computeNextTryAt(
  mail: { queuedAt: Date; tries: number; isAboutMail: boolean },
  now: Date,
): Date | null {
  if (now.getTime() - mail.queuedAt.getTime() >= retryPeriodMs) return null;
  const waitMs = waitsMs[mail.tries - 1] ?? 24 * hour;
  return new Date(now.getTime() + (mail.isAboutMail ? waitMs : Math.min(waitMs, longestWaitForServerMs)));
}
