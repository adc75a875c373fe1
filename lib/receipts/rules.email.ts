import type { Ground } from "@/lib/draws/rules.color";
import type { Language } from "@/lib/platform/i18n/routing";

/** A name with its value, and what belongs to that on a line of its own. */
export type EmailFact = { name: string; value: string; detail?: string };

/**
 * Numbers of one draw: `when` it is drawn, empty where it has no date; `notes` has its licence, `price` what they cost
 * where no other line says it; each range in words, with how many it is, whether void, and whether it is a number of
 * the reader's that was drawn. A ticket has their `date`, and their `stake`: what they play for, where that is known
 * and still to be won.
 */
export type EmailNumbers = {
  poolId: string;
  title: string;
  when: string;
  notes: string[];
  price?: string;
  date?: EmailFact | null;
  stake?: EmailFact | null;
  ranges: { words: string; count: string; isVoid: boolean; isOwn?: boolean }[];
};

/**
 * One part of an email under its title; one without a title belongs to the heading of the email. Amounts may stand in a
 * column of their own.
 */
export type EmailPart =
  | { kind: "numbers"; title: string; draws: EmailNumbers[]; voidWord: string }
  | { kind: "prices"; title: string; rows: EmailFact[]; total: EmailFact }
  | { kind: "facts"; title: string; facts: EmailFact[]; areAmounts?: boolean };

/**
 * A date of the draw: `at` in full, and in parts for a list; what it is, and what is won then, the greatest first, as
 * far as the draw says. `place` is where it is drawn, empty where another line says it.
 */
export type EmailDate = {
  at: string;
  day: string;
  year: string;
  time: string;
  name: string;
  prizes: string[];
  place: string;
};

/** Words that lead to a page. */
export type EmailLink = { label: string; href: string };

/** A line of small print; `link` has the words that lead to more, where there is more, and `rest` what follows them. */
export type EmailLine = { text: string; link?: EmailLink; rest?: string };

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
  button: EmailLink;
  /** Puts the dates that are ahead into a calendar; null where none is. */
  calendar: EmailLink | null;
  /** It is a ticket: what it is about, its heading and its numbers stand on top, as a card. */
  isTicket: boolean;
  /** What a list of mails shows beside the subject; empty where the mail's own first words say it. */
  preview: string;
  /** The charity's own colours, where it has any: for an area with words, and for words on light and dark paper. */
  ground: Ground | null;
  words: { light: string; dark: string } | null;
  /** Stands under the button. */
  caution: string;
  /** When the numbers can win; null where no date is known, and in a mail that tells none. */
  keyDates: { title: string; dates: EmailDate[] } | null;
  parts: EmailPart[];
  /** Whom to ask, and where what a reader wants to know next stands. */
  support: EmailLine[];
  /** Where a reader may want to go next. */
  links: EmailLink[];
  smallPrint: EmailLine[];
};
