import type { Language } from "@/lib/platform/i18n/routing";

/** A picture that a mail carries with it: its HTML shows it by `cid:` and its id, and nothing is fetched for it. */
export type MailLogo = { id: string; type: "image/png"; bytes: Uint8Array };

/** A mail ready to be sent. `senderName` stands beside the shop's own address; answers go to `replyTo`. */
export type OutgoingMail = {
  to: string;
  senderName: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Null where the HTML shows none. */
  logo: MailLogo | null;
  language: Language;
  /** The same each time that the same mail is sent, so that a repeat can be recognised. */
  messageId: string;
};

/**
 * What became of a mail: `sent` the server has taken it; `refused` this mail never will be, `code` being the server's
 * own; `deferred` not now; `unreachable` no mail can be sent at present, whichever. `cause` is for the log, without
 * addresses.
 */
export type SendOutcome =
  | { kind: "sent" }
  | { kind: "refused"; cause: string }
  | { kind: "deferred"; cause: string }
  | { kind: "unreachable"; cause: string };

/** The longest that one mail may take, in ms. */
export const sendTimeoutMs = 15_000;

/**
 * A mail server. `send` never throws for what the server does, and ends within `sendTimeoutMs`; `atOnce` is how many
 * mails it takes side by side.
 */
export type MailGateway = { atOnce: number; send: (mail: OutgoingMail) => Promise<SendOutcome> };
