const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What a process knows of the mail server between runs; `isTrusted` unless it was away last. */
export type MailLane = { pausedUntilMs: number; isTrusted: boolean };

export function openLane(): MailLane {
  return { pausedUntilMs: 0, isTrusted: true };
}

/** Longer than one try takes, in ms: until then nobody else tries the same email. */
export const tryLeaseMs = 2 * minute;

/** How long nothing is tried after the mail server could not be reached, in ms. */
export const serverPauseMs = 10 * second;

/** How long an email is tried: mail servers give up after about as long (RFC 5321, 4.5.4.1). */
const patienceMs = 5 * 24 * hour;

/** Waits after the first tries, in ms; from then on once a day. */
const waitsMs = [10 * second, minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** A server that is away is back at some moment for all emails: each is tried soon after that. */
const longestWaitForServerMs = 5 * minute;

/**
 * When an email is tried next; null when it is given up. `tries` includes the one that just failed; `isAboutMail`
 * unless the reason had nothing to do with this email.
 */
export function nextTryAt(mail: { queuedAt: Date; tries: number; isAboutMail: boolean }, now: Date): Date | null {
  if (now.getTime() - mail.queuedAt.getTime() >= patienceMs) return null;
  const waitMs = waitsMs[mail.tries - 1] ?? 24 * hour;
  return new Date(now.getTime() + (mail.isAboutMail ? waitMs : Math.min(waitMs, longestWaitForServerMs)));
}
