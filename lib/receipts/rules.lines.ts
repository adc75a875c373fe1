import type { Language } from "@/lib/platform/i18n/routing";
import type { EmailLine } from "./rules.email";

/** No words of ours have it. */
const edge = "\n";

/** A line in which `write` marks the words that lead to `href`. */
export function linkedLine(write: (mark: (words: string) => string) => string, href: string): EmailLine {
  const [text = "", label = "", rest = ""] = write((words) => edge + words + edge).split(edge);
  return { text, link: { label, href }, rest };
}

/**
 * The same line where nothing can be pressed, in plain text and on paper: the address stands at its end, unless the
 * words are one.
 */
export function plainLine({ text, link, rest = "" }: EmailLine, language: Language): string {
  if (!link) return text;
  if (/^(mailto|tel):/.test(link.href)) return text + link.label + rest;
  const words = (text + link.label + rest).replace(/\.$/, "");
  return `${words}${language === "fr" ? "\u00a0:" : ":"} ${link.href}`;
}
