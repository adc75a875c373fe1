import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

export type FormatName = (values: { noun: string; name: () => string }) => string;

function splitWords(name: string): string[] {
  const unaccented = name.normalize("NFD").replace(/\p{M}+/gu, "");
  return unaccented.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** Names that begin like this need no article. */
const hasDeterminer = /^(?:the|a|an|our|my|your|their|his|her|every|friends)\s/i;

/** "Maria's kitchen" needs no article, "the Women's Institute" does. */
const possessive = /^(?!(?:wo)?men|children|people)\p{L}+[’']s\s/iu;

/** Matches where a place, a purpose or a number begins after the noun. */
const qualifier = /\s+(?:(?:of|for|in|at|on|to|against)\s|\p{L}+\.?\s+#?\d|[-–—(]|inc\b|ltd\b)|,/iu;

/** Returns the last word of the name, then the last one before a place, a purpose or a number. */
function findEnglishNouns(name: string): string[] {
  if (hasDeterminer.test(name) || possessive.test(name)) return [];
  const [head = ""] = name.split(qualifier);
  return [name, head].flatMap((part) => splitWords(part).slice(-1));
}

function findNouns(name: string, language: Language): string[] {
  const nouns = language === "fr" ? splitWords(name).slice(0, 1) : findEnglishNouns(name);
  // Leaves out words such as "constructor", which are inherited keys of every object.
  const [noun = "", ...others] = nouns.filter((word) => !(word in {}));
  return [noun, ...others];
}

/** Returns the name with its article, or empty text if the draw has none. */
export function nameOrganization(format: FormatName, organization: LocalText, language: Language): string {
  const name = localText(organization, language).text.replace(/\s+/g, " ").trim();
  if (!name) return "";
  const phrases = findNouns(name, language).map((noun) => format({ noun, name: () => name }));
  return phrases.find((words) => words !== name) ?? name;
}
