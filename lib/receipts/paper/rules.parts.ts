import type { Language } from "@/lib/platform/i18n/routing";

export type PaperFact = { name: string; value: string; detail?: string };

/**
 * `price` is set only if no other line shows it. `date` and `stake` (the prize) are set only on a ticket, and null once
 * drawn.
 */
export type PaperNumbers = {
  poolId: string;
  title: string;
  when: string;
  notes: string[];
  price?: string;
  date?: PaperFact | null;
  stake?: PaperFact | null;
  /** `isOwn` marks a winning number that belongs to the order. */
  ranges: { words: string; count: string; isVoid: boolean; isOwn?: boolean }[];
};

/** A part without a title belongs to the heading. */
export type PaperPart =
  | { kind: "numbers"; title: string; draws: PaperNumbers[]; voidWord: string }
  | { kind: "prices"; title: string; rows: PaperFact[]; total: PaperFact }
  | { kind: "facts"; title: string; facts: PaperFact[]; areAmounts?: boolean };

/** `at` is in full, and in parts for a list. `prizes` are in descending order. `place` may be empty. */
export type PaperDate = {
  at: string;
  day: string;
  year: string;
  time: string;
  name: string;
  prizes: string[];
  place: string;
};

export type PaperLink = { label: string; href: string };

/** `text` and `rest` surround the link. */
export type PaperLine = { text: string; link?: PaperLink; rest?: string };

/** Separates the link from the text around it. It never occurs in messages. */
const edge = "\n";

export function linkedLine(write: (mark: (words: string) => string) => string, href: string): PaperLine {
  const [text = "", label = "", rest = ""] = write((words) => edge + words + edge).split(edge);
  return { text, link: { label, href }, rest };
}

/** Appends the URL of the link, unless the link's text is the address itself (email, telephone). */
export function plainLine({ text, link, rest = "" }: PaperLine, language: Language): string {
  if (!link) return text;
  if (/^(mailto|tel):/.test(link.href)) return text + link.label + rest;
  const words = (text + link.label + rest).replace(/\.$/, "");
  return `${words}${language === "fr" ? "\u00a0:" : ":"} ${link.href}`;
}
