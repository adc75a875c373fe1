import type { Language } from "@/lib/platform/i18n/routing";

/** A picture that the mail carries. The mail's HTML shows it by `cid:` and the id. */
export type MailLogo = { id: string; type: "image/png"; bytes: Uint8Array };

/** `senderName` stands beside our own address, and answers go to `replyTo`. */
export type OutgoingMail = {
  to: string;
  senderName: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  logo: MailLogo | null;
  language: Language;
  /** Stays the same each time that a mail is sent, so that a repeat can be recognised. */
  messageId: string;
};

/**
 * `refused` is final, `deferred` may be sent later and `unreachable` concerns every mail. `cause` holds no addresses.
 */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "refused"; cause: string }
  | { kind: "deferred"; cause: string }
  | { kind: "unreachable"; cause: string };

export const sendTimeoutMs = 15_000;

/** `send` never throws and ends within `sendTimeoutMs`. `concurrency` is how many mails it takes in parallel. */
export type MailGateway = { concurrency: number; send: (mail: OutgoingMail) => Promise<SendOutcome> };
