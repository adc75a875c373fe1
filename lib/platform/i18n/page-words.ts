import "server-only";

import compile from "icu-minify/compile";
import { LRUCache } from "lru-cache";
import { cache } from "react";

import type { Language } from "./routing";

/** Words that a page says in place of the product's own: ICU text by whole key. `version` changes when they do. */
export type OwnWords = { version: string; messages: Partial<Record<Language, Readonly<Record<string, string>>>> };

type Compiled = Readonly<Record<string, unknown>>;

/** How long compiled words are kept (docs/design.md, Words of a draw). */
const keptMs = 24 * 60 * 60_000;

const compiledWords = new LRUCache<string, Compiled>({ max: 200, ttl: keptMs });

const ofThisPage = cache((): { words: OwnWords | null } => ({ words: null }));

/** Makes the page that is being rendered say `words`; only what names no language while it renders says them. */
export function sayOwnWords(words: OwnWords | null): void {
  ofThisPage().words = words;
}

/** The page's own words in a language, compiled as the build compiles the product's. */
export function ownWordsOf(language: Language): Compiled {
  const { words } = ofThisPage();
  const messages = words?.messages[language];
  if (!words || !messages) return {};
  const key = `${words.version} ${language}`;
  const known = compiledWords.get(key);
  if (known) return known;
  const compiled = Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, compile(text)]));
  compiledWords.set(key, compiled);
  return compiled;
}
