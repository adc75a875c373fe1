import type { Language } from "@/lib/platform/i18n/routing";
import { defaultLanguage, languages } from "@/lib/platform/i18n/routing";

export type LocalText =
  | string
  | (Record<typeof defaultLanguage, string> & Partial<Record<Language, string | undefined>>);

/** `lang` is the language of the text, or undefined if unknown (docs/design.md, Texts in two languages). */
export function localText(text: LocalText, locale: Language): { text: string; lang: Language | undefined } {
  if (typeof text === "string") return { text, lang: undefined };
  const order: readonly Language[] = [locale, defaultLanguage, ...languages];
  const lang = order.find((each) => text[each]) ?? defaultLanguage;
  return { text: text[lang] ?? "", lang };
}

/** The text of a value of any form, such as of an unfinished draft. Empty if it has none. */
export function readLocalText(value: unknown, locale: Language): string {
  const text = value !== null && typeof value === "object" ? localText(value as LocalText, locale).text : value;
  return typeof text === "string" ? text : "";
}
