/**
 * What a mail tells its buyer: `receipt` the numbers of a finalized order, `copy` the same again on request, `refund`
 * that money of it went back, `returned` that a payment found too late goes back and no numbers came of it.
 */
export type MailKind = "receipt" | "copy" | "refund" | "returned";

/** What became of a mail: `failed` was refused or given up, `undeliverable` has nobody to go to. */
export type MailState = "waiting" | "sent" | "failed" | "undeliverable";

/** A copy of a receipt is sent again after a minute, and so often in a day: the address may be somebody else's. */
export const copyLimits = { perDay: 3, pauseMs: 60_000, dayMs: 24 * 60 * 60_000 } as const;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Longer than one try takes, in ms: until then nobody else tries the same mail. */
export const tryLeaseMs = 2 * minute;

/** How long nothing is tried after the mail server could not be reached, in ms. */
export const serverPauseMs = 10 * second;

/** How long a mail is tried: mail servers give up after about as long (RFC 5321, 4.5.4.1). */
const patienceMs = 5 * 24 * hour;

/** Waits after the first tries, in ms; from then on once a day. */
const waitsMs = [10 * second, minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** A server that is away says nothing about the mail: it is asked again soon after it is back. */
const longestWaitForServerMs = 5 * minute;

/**
 * When a mail that was not taken is tried next, or null when it is given up. `tries` counts the one that just failed;
 * `isServerAway` when no mail could have been sent.
 */
export function nextTryAt(mail: { queuedAt: Date; tries: number; isServerAway: boolean }, now: Date): Date | null {
  if (now.getTime() - mail.queuedAt.getTime() >= patienceMs) return null;
  const waitMs = waitsMs[mail.tries - 1] ?? 24 * hour;
  return new Date(now.getTime() + (mail.isServerAway ? Math.min(waitMs, longestWaitForServerMs) : waitMs));
}
