/** What a process knows of the mail server from one run to the next; `isTrusted` unless it was away last. */
export type MailLane = { pausedUntilMs: number; isTrusted: boolean };

/** A lane on which nothing has gone wrong. */
export function openLane(): MailLane {
  return { pausedUntilMs: 0, isTrusted: true };
}
