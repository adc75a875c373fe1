/**
 * What an email is about: `receipt` the numbers of a finalized order, `copy` the same again on request, `refund` money
 * that went back, `returned` a payment that was found too late and goes back without numbers, `result` the numbers that
 * have won, `corrected` others that concern this order, `dates` the times of its draws if a receipt said others.
 */
export type MailKind = "receipt" | "copy" | "refund" | "returned" | "result" | "corrected" | "dates";

export function isReceipt(kind: MailKind): boolean {
  return kind === "receipt" || kind === "copy";
}

export function isAboutResult(kind: MailKind): boolean {
  return kind === "result" || kind === "corrected";
}

/** How an email waits: `bulk` until none of the others is due. */
export type WaitingState = "waiting" | "bulk";

/** `failed` was refused or given up; `undeliverable` has no address, or nothing to say. */
export type MailState = WaitingState | "sent" | "failed" | "undeliverable";
