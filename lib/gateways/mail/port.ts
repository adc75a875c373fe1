import type { Language } from "@/lib/platform/i18n/routing";

/** Attached to the mail. Its HTML refers to the id by `cid:`. */
export type MailLogo = { id: string; type: "image/png"; bytes: Uint8Array };

/** `senderName` precedes our own address. Answers go to `replyTo`. */
export type OutgoingMail = {
  to: string;
  senderName: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  logo: MailLogo | null;
  language: Language;
  /** Stays the same if the mail is sent again, so that mail programs recognize a duplicate. */
  messageId: string;
};

/** `refused` is final, `deferred` may be sent later, `unreachable` concerns all mail. `cause` has no addresses. */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "refused"; cause: string }
  | { kind: "deferred"; cause: string }
  | { kind: "unreachable"; cause: string };

export const sendTimeoutMs = 15_000;

/** `send` never throws and ends within `sendTimeoutMs`. `concurrency` is the number of parallel mails. */
export type MailGateway = { concurrency: number; send: (mail: OutgoingMail) => Promise<SendOutcome> };
