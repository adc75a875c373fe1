import { createTranslator } from "next-intl";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import type { Language } from "./routing";

function createFor(locale: Language, messages: typeof en) {
  return createTranslator({ locale, messages, timeZone: "America/Toronto" });
}

export type Translate = ReturnType<typeof createFor>;

const messagesOf: Record<Language, typeof en> = { en, fr };

// A translator caches its formats.
const made: Partial<Record<Language, Translate>> = {};

/** For code outside of pages: email, jobs. */
export function translatorOf(language: Language): Translate {
  made[language] ??= createFor(language, messagesOf[language]);
  return made[language];
}
