/**
 * What a mail tells its buyer: `receipt` the numbers of a finalized order, `copy` the same again on request, `refund`
 * that money of it went back, `returned` that a payment found too late goes back and no numbers came of it, `result`
 * which numbers have won, `corrected` that it is others which concern this order, `dates` when its draws are where a
 * receipt said otherwise.
 */
export type MailKind = "receipt" | "copy" | "refund" | "returned" | "result" | "corrected" | "dates";

/** Whether a mail is a receipt, be it again. */
export function isReceipt(kind: MailKind): boolean {
  return kind === "receipt" || kind === "copy";
}

/** Whether a mail tells the results of a draw. */
export function isAboutResult(kind: MailKind): boolean {
  return kind === "result" || kind === "corrected";
}

/** How a mail waits: `bulk` until none of the others is due. */
export type WaitingState = "waiting" | "bulk";

/** What became of a mail: `failed` was refused or given up, `undeliverable` has nobody to go to, or nothing to tell. */
export type MailState = WaitingState | "sent" | "failed" | "undeliverable";

/** So long after the payment the first print of a confirmation is the receipt itself, in ms. */
const originalMs = 60 * 60_000;

/** How long from `now` on a first print is the receipt itself, in ms; after that a reprint (docs/decisions/014). */
export function originalLeftMs({ finalizedAt }: { finalizedAt: string | null }, now: Date): number {
  return finalizedAt === null ? 0 : Math.max(0, Date.parse(finalizedAt) + originalMs - now.getTime());
}

/** A copy of a receipt is sent again after a minute, and so often in a day: the address may be somebody else's. */
export const copyLimits = { perDay: 3, pauseMs: 60_000, dayMs: 24 * 60 * 60_000 } as const;

/**
 * So many mails of a draw that let all others go first wait at most, for a result may be corrected before it is sent a
 * million times; no other draw waits for one that is held. So many rows are looked at in one statement; a run takes
 * nothing more after `runMs`.
 */
export const bulkPace = { ahead: 3000, batch: 500, runMs: 20_000 } as const;

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

/** What is not about the mail itself, a server that is away, is over at once: it is asked again soon after that. */
const longestWaitForOthersMs = 5 * minute;

/**
 * When a mail that was not taken is tried next, or null when it is given up. `tries` counts the one that just failed;
 * `isAboutMail` unless the reason had nothing to do with it.
 */
export function nextTryAt(mail: { queuedAt: Date; tries: number; isAboutMail: boolean }, now: Date): Date | null {
  if (now.getTime() - mail.queuedAt.getTime() >= patienceMs) return null;
  const waitMs = waitsMs[mail.tries - 1] ?? 24 * hour;
  return new Date(now.getTime() + (mail.isAboutMail ? waitMs : Math.min(waitMs, longestWaitForOthersMs)));
}
