import { createTranslator } from "next-intl";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import type { Language } from "./routing";

function createTranslatorFor(locale: Language, messages: typeof en) {
  return createTranslator({ locale, messages, timeZone: "America/Toronto" });
}

export type Translate = ReturnType<typeof createTranslatorFor>;

const messagesByLanguage: Record<Language, typeof en> = { en, fr };

const translators: Partial<Record<Language, Translate>> = {};

/** For code outside of pages, such as email and jobs. */
export function findTranslator(language: Language): Translate {
  translators[language] ??= createTranslatorFor(language, messagesByLanguage[language]);
  return translators[language];
}
