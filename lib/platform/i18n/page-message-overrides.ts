import "server-only";

import compile from "icu-minify/compile";
import { LRUCache } from "lru-cache";
import { cache } from "react";

import type { MessageOverrides } from "./message-overrides";
import { getUsableOverrides, overridesLifeMs } from "./message-overrides";
import type { Language } from "./routing";

type Compiled = Readonly<Record<string, unknown>>;

const compiledOverrides = new LRUCache<string, Compiled>({ max: 200, ttl: overridesLifeMs });

const pageState = cache((): { words: MessageOverrides | null } => ({ words: null }));

/** Sets the draw's own words for translators in this rendering that don't name a language. */
export function setMessageOverrides(words: MessageOverrides | null): void {
  pageState().words = words;
}

export function getMessageOverrides(language: Language): Compiled {
  const { words } = pageState();
  if (!words?.messages[language]) return {};
  const key = `${words.version} ${language}`;
  const cached = compiledOverrides.get(key);
  if (cached) return cached;
  const usable = Object.entries(getUsableOverrides(words)[language] ?? {});
  const compiled = Object.fromEntries(usable.map(([name, text]) => [name, compile(text)]));
  compiledOverrides.set(key, compiled);
  return compiled;
}
