import type { Language } from "@/lib/platform/i18n/routing";

/** Text that admins write: one string for both languages, or one for each. */
export type LocalText = string | { en: string; fr?: string | undefined };

/**
 * The text in `locale` and the language it is really in; French falls back to English (docs/design.md, Texts in two
 * languages). `lang` is undefined where one string serves both languages, because its language is not known.
 */
export function localText(text: LocalText, locale: Language): { text: string; lang: Language | undefined } {
  if (typeof text === "string") return { text, lang: undefined };
  if (locale === "fr" && text.fr) return { text: text.fr, lang: "fr" };
  return { text: text.en, lang: "en" };
}
