/**
 * `copy` is a receipt on request, `returned` a late payment refunded without numbers, `corrected` a changed result,
 * `cancelled` a draw that won't be drawn.
 */
export type MailKind = "receipt" | "copy" | "refund" | "returned" | "result" | "corrected" | "dates" | "cancelled";

export function isReceipt(kind: MailKind): boolean {
  return kind === "receipt" || kind === "copy";
}

export function isAboutResult(kind: MailKind): boolean {
  return kind === "result" || kind === "corrected";
}

/** `bulk` waits until no other email is due. */
export type WaitingState = "waiting" | "bulk";

/** `failed` was refused or given up. `undeliverable` has no address or no content. */
export type MailState = WaitingState | "sent" | "failed" | "undeliverable";
