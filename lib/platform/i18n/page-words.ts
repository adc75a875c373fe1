import "server-only";

import compile from "icu-minify/compile";
import { LRUCache } from "lru-cache";
import { cache } from "react";

import type { OwnWords } from "./own-words";
import { getUsableWords, wordsLifeMs } from "./own-words";
import type { Language } from "./routing";

type Compiled = Readonly<Record<string, unknown>>;

const compiledWords = new LRUCache<string, Compiled>({ max: 200, ttl: wordsLifeMs });

const pageState = cache((): { words: OwnWords | null } => ({ words: null }));

/** Sets the draw's own words for translators in this rendering that don't name a language. */
export function setOwnWords(words: OwnWords | null): void {
  pageState().words = words;
}

export function getOwnWords(language: Language): Compiled {
  const { words } = pageState();
  if (!words?.messages[language]) return {};
  const key = `${words.version} ${language}`;
  const cached = compiledWords.get(key);
  if (cached) return cached;
  const usable = Object.entries(getUsableWords(words)[language] ?? {});
  const compiled = Object.fromEntries(usable.map(([name, text]) => [name, compile(text)]));
  compiledWords.set(key, compiled);
  return compiled;
}
