import "server-only";

import { LRUCache } from "lru-cache";

import { logLine } from "@/lib/platform/server/log";
import { catalogueOf } from "./message-catalogue";
import { whyNotWord } from "./message-shape";
import type { Language } from "./routing";
import { languages } from "./routing";

type WordsByLanguage = Partial<Record<Language, Readonly<Record<string, string>>>>;

/** A draw's own wording: ICU text by dotted key. `version` changes with it. */
export type OwnWords = { version: string; messages: WordsByLanguage };

/** In ms (docs/design.md, Words of a draw). */
export const keptMs = 24 * 60 * 60_000;

// Next evaluates modules several times; pages and calls share one cache and log once.
const shared = globalThis as typeof globalThis & { tirageFittingWords?: LRUCache<string, WordsByLanguage> };
shared.tirageFittingWords ??= new LRUCache({ max: 200, ttl: keptMs });
const fittingWords = shared.tirageFittingWords;

function isFit(language: Language, key: string, word: string): boolean {
  return whyNotWord(catalogueOf(language).flat.get(key), word) === null;
}

function placesOf(messages: WordsByLanguage): string[] {
  return languages.flatMap((language) => Object.keys(messages[language] ?? {}).map((key) => `${language}.${key}`));
}

/** Once per version, with the first places; an import names all. */
function logLeft(words: OwnWords, fitting: WordsByLanguage): void {
  const said = new Set(placesOf(fitting));
  const left = placesOf(words.messages).filter((place) => !said.has(place));
  if (left.length === 0) return;
  const fields = { words: words.version, left: left.length, places: left.slice(0, 10).join(" ") };
  logLine("warn", "A draw's own words don't fit the messages they replace and are ignored.", fields);
}

/** Messages may have changed since the words were checked at import. */
export function fittingWordsOf(words: OwnWords): WordsByLanguage {
  const known = fittingWords.get(words.version);
  if (known) return known;
  const fitting: WordsByLanguage = Object.fromEntries(
    languages.map((language) => {
      const own = Object.entries(words.messages[language] ?? {});
      return [language, Object.fromEntries(own.filter(([key, word]) => isFit(language, key, word)))];
    }),
  );
  logLeft(words, fitting);
  fittingWords.set(words.version, fitting);
  return fitting;
}
