import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

export type FormatName = (values: { noun: string; name: () => string }) => string;

function splitWords(name: string): string[] {
  const unaccented = name.normalize("NFD").replace(/\p{M}+/gu, "");
  return unaccented.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** These names have an article, or want none. */
const hasDeterminer = /^(?:the|a|an|our|my|your|their|his|her|every|friends)\s/i;

/** "Maria's kitchen" needs no article, "the Women's Institute" does. */
const possessive = /^(?!(?:wo)?men|children|people)\p{L}+[’']s\s/iu;

/** Matches a place, an aim or a number that follows the noun. */
const qualifier = /\s+(?:(?:of|for|in|at|on|to|against)\s|\p{L}+\.?\s+#?\d|[-–—(]|inc\b|ltd\b)|,/iu;

/** The name's last word, and the last one before a place, an aim or a number. */
function findEnglishNouns(name: string): string[] {
  if (hasDeterminer.test(name) || possessive.test(name)) return [];
  const [head = ""] = name.split(qualifier);
  return [name, head].flatMap((part) => splitWords(part).slice(-1));
}

function findNouns(name: string, language: Language): string[] {
  const nouns = language === "fr" ? splitWords(name).slice(0, 1) : findEnglishNouns(name);
  // Leaves out words such as "constructor", which every object has as a key.
  const [noun = "", ...others] = nouns.filter((word) => !(word in {}));
  return [noun, ...others];
}

/** The organization as a sentence names it. Empty if the draw has none. */
export function nameOrganization(format: FormatName, organization: LocalText, language: Language): string {
  const name = localText(organization, language).text.replace(/\s+/g, " ").trim();
  if (!name) return "";
  const phrases = findNouns(name, language).map((noun) => format({ noun, name: () => name }));
  return phrases.find((words) => words !== name) ?? name;
}
