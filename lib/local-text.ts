import type { Language } from "@/lib/platform/i18n/routing";

/** One string for all languages, or one for each. */
export type LocalText = string | { en: string; fr?: string | undefined };

/**
 * `lang` is the text's real language, because translations fall back to the default (docs/design.md, Texts in two
 * languages); undefined if it is unknown.
 */
export function localText(text: LocalText, locale: Language): { text: string; lang: Language | undefined } {
  if (typeof text === "string") return { text, lang: undefined };
  if (locale === "fr" && text.fr) return { text: text.fr, lang: "fr" };
  return { text: text.en, lang: "en" };
}
