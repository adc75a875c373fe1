import type { Ground } from "@/lib/draws/pages/rules.color";
import type { Language } from "@/lib/platform/i18n/routing";
import type { PaperDate, PaperLine, PaperLink, PaperPart } from "@/lib/receipts/paper/rules.parts";

/** An email as words, before it becomes HTML or plain text. Any of them may be what a stranger typed. */
export type EmailContent = {
  language: Language;
  subject: string;
  sender: string;
  about: string;
  /** Above all else: that it is a test, that it is a reprint. */
  marks: string[];
  /** The good news above a ticket; empty without one. */
  greeting: string;
  heading: string;
  paragraphs: string[];
  /** What the order raised for the cause; empty if nothing is said of it. */
  raised: string;
  button: PaperLink;
  /** Adds the dates to a calendar; null if none is ahead. */
  calendar: PaperLink | null;
  /** A ticket has its draw, heading and numbers on top, as a card. */
  isTicket: boolean;
  /** What a list of emails shows beside the subject; empty if the first words of the email do. */
  preview: string;
  /** The charity's colours, if it has any: of an area with words, and of words on light and dark paper. */
  ground: Ground | null;
  words: { light: string; dark: string } | null;
  caution: string;
  /** When the numbers can win; null if no date is known, and in an email that doesn't say. */
  keyDates: { title: string; dates: PaperDate[] } | null;
  parts: PaperPart[];
  support: PaperLine[];
  links: PaperLink[];
  smallPrint: PaperLine[];
};
