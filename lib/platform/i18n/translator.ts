import { createTranslator } from "next-intl";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import type { Language } from "./routing";

function createFor(locale: Language, messages: typeof en) {
  return createTranslator({ locale, messages, timeZone: "America/Toronto" });
}

/** The words of a language by their whole keys, `receipt.heading`. */
export type Translate = ReturnType<typeof createFor>;

const messagesOf: Record<Language, typeof en> = { en, fr };

// A translator caches the formats that it has made: one per language, created on first use.
const made: Partial<Record<Language, Translate>> = {};

/** Returns the messages of a language where there is no page: email, jobs. */
export function translatorOf(language: Language): Translate {
  made[language] ??= createFor(language, messagesOf[language]);
  return made[language];
}
