import { createTranslator } from "next-intl";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import type { Language } from "./routing";

export type Translate = ReturnType<typeof createTranslatorFor>;

/** For code outside of pages, such as emails and jobs. */
export function findTranslator(language: Language): Translate {
  translators[language] ??= createTranslatorFor(language, messagesByLanguage[language]);
  return translators[language];
}

function createTranslatorFor(locale: Language, messages: typeof en) {
  return createTranslator({ locale, messages, timeZone: "America/Toronto" });
}

const messagesByLanguage: Record<Language, typeof en> = { en, fr };

const translators: Partial<Record<Language, Translate>> = {};
