import "server-only";

import { LRUCache } from "lru-cache";

import { logLine } from "@/lib/platform/server/log";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import { findMessageCatalogue } from "./message-catalogue";
import { findOverrideProblem } from "./message-shape";
import type { Language } from "./routing";
import { languages } from "./routing";

type OverridesByLanguage = Partial<Record<Language, Readonly<Record<string, string>>>>;

/** ICU text by dotted key. */
export type MessageOverrides = { version: string; messages: OverridesByLanguage };

/** Defined in docs/design.md, Words of a draw. */
export const overridesLifeMs = 24 * 60 * 60_000;

type UsableOverrides = LRUCache<string, OverridesByLanguage>;

const cache = oncePerProcess(
  "tirageUsableWords",
  (): UsableOverrides => new LRUCache({ max: 200, ttl: overridesLifeMs }),
);

/** Leaves out words that no longer fit, because messages may have changed since the import checked them. */
export function getUsableOverrides(words: MessageOverrides): OverridesByLanguage {
  const cached = cache.get(words.version);
  if (cached) return cached;
  const usable: OverridesByLanguage = Object.fromEntries(
    languages.map((language) => {
      const drawMessages = Object.entries(words.messages[language] ?? {});
      return [language, Object.fromEntries(drawMessages.filter(([key, word]) => isUsable(language, key, word)))];
    }),
  );
  logIgnored(words, usable);
  cache.set(words.version, usable);
  return usable;
}

function isUsable(language: Language, key: string, word: string): boolean {
  return findOverrideProblem(findMessageCatalogue(language).flat.get(key), word) === null;
}

function listKeys(messages: OverridesByLanguage): string[] {
  return languages.flatMap((language) => Object.keys(messages[language] ?? {}).map((key) => `${language}.${key}`));
}

function logIgnored(words: MessageOverrides, usable: OverridesByLanguage): void {
  const usableKeys = new Set(listKeys(usable));
  const ignored = listKeys(words.messages).filter((place) => !usableKeys.has(place));
  if (ignored.length === 0) return;
  const fields = { words: words.version, left: ignored.length, places: ignored.slice(0, 10).join(" ") };
  logLine("warn", "A draw's own words don't fit the messages they replace and are ignored.", fields);
}
