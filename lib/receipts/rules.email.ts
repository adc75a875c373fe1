import type { Ground } from "@/lib/draws/rules.color";
import type { Language } from "@/lib/platform/i18n/routing";

/** A name with its value; `href` makes a link of the value. */
export type EmailFact = { name: string; value: string; href?: string };

/**
 * Numbers of one draw: `notes` has its date and licence, `price` what they cost where no other line says it; each range
 * in words, with how many it is, whether void, and whether it is a number of the reader's that was drawn.
 */
export type EmailNumbers = {
  title: string;
  notes: string[];
  price?: string;
  ranges: { words: string; count: string; isVoid: boolean; isOwn?: boolean }[];
};

/** One part of an email under its title; one without a title belongs to the heading of the email. */
export type EmailPart =
  | { kind: "numbers"; title: string; draws: EmailNumbers[]; voidWord: string }
  | { kind: "prices"; title: string; rows: EmailFact[]; total: EmailFact }
  | { kind: "facts"; title: string; facts: EmailFact[] };

/** A line of small print, with an address at its end where there is more to read. */
export type EmailLine = { text: string; link?: { label: string; href: string } };

/** A mail as words, before it becomes HTML or plain text. All of it is plain text and may be what a stranger typed. */
export type EmailContent = {
  language: Language;
  subject: string;
  /** Who writes, and about which draw. */
  sender: string;
  about: string;
  /** What must be seen before all else: that it is a test, that it is a reprint. */
  marks: string[];
  /** The good news above a ticket; empty where there is none. */
  greeting: string;
  heading: string;
  paragraphs: string[];
  /** What the order did for the cause; empty where nothing is said of it. */
  raised: string;
  button: { label: string; href: string };
  /** It is a ticket: what it is about, its heading and its numbers stand on top, as a card. */
  isTicket: boolean;
  /** What a list of mails shows beside the subject; empty where the mail's own first words say it. */
  preview: string;
  /** What the ticket plays for, and when next, beneath its numbers. */
  stakes: EmailFact[];
  /** The colours of the charity, where it has its own. */
  ground: Ground | null;
  /** Stands under the button. */
  caution: string;
  parts: EmailPart[];
  smallPrint: EmailLine[];
};
