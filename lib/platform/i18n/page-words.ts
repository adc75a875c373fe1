import "server-only";

import compile from "icu-minify/compile";
import { LRUCache } from "lru-cache";
import { cache } from "react";

import type { OwnWords } from "./own-words";
import { fittingWordsOf, keptMs } from "./own-words";
import type { Language } from "./routing";

type Compiled = Readonly<Record<string, unknown>>;

const compiledWords = new LRUCache<string, Compiled>({ max: 200, ttl: keptMs });

const ofThisPage = cache((): { words: OwnWords | null } => ({ words: null }));

/** Applies to translators of this rendering that name no language. */
export function sayOwnWords(words: OwnWords | null): void {
  ofThisPage().words = words;
}

/** Compiled as the build compiles messages. */
export function ownWordsOf(language: Language): Compiled {
  const { words } = ofThisPage();
  if (!words?.messages[language]) return {};
  const key = `${words.version} ${language}`;
  const known = compiledWords.get(key);
  if (known) return known;
  const fitting = Object.entries(fittingWordsOf(words)[language] ?? {});
  const compiled = Object.fromEntries(fitting.map(([name, text]) => [name, compile(text)]));
  compiledWords.set(key, compiled);
  return compiled;
}
