import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

/** Says the message `organization.named`, which chooses the article of a name by the word that says what it is. */
export type SayName = (values: { noun: string; name: () => string }) => string;

/** The words of a name in plain small letters. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFD").replace(/\p{M}+/gu, "");
  return plain.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** What has an article of its own, or wants none. */
const closed = /^(?:the|a|an|our|my|your|their|his|her|every|friends)\s/i;

/** Somebody's kitchen needs no article; a women's institute does. */
const owned = /^(?!(?:wo)?men|children|people)\p{L}+[’']s\s/iu;

/** Where the words end that say what an organization is: a place, an aim or a number follows. */
const more = /\s+(?:(?:of|for|in|at|on|to|against)\s|\p{L}+\.?\s+#?\d|[-–—(]|inc\b|ltd\b)|,/iu;

/** The words of an English name that may say what it is: its last one, and the last before what tells it apart. */
function englishNouns(name: string): string[] {
  if (closed.test(name) || owned.test(name)) return [];
  const [head = ""] = name.split(more);
  return [name, head].flatMap((part) => wordsOf(part).slice(-1));
}

/** The words by which the article of a name is looked up, the likeliest first. */
function nounsOf(name: string, language: Language): string[] {
  const nouns = language === "fr" ? wordsOf(name).slice(0, 1) : englishNouns(name);
  // What every object has, such as "constructor", would be taken for a choice.
  const [noun = "", ...others] = nouns.filter((word) => !(word in {}));
  return [noun, ...others];
}

/** Whom a draw is for, on one line, as a sentence says it; empty where the draw doesn't tell. */
export function nameOrganization(say: SayName, organization: LocalText, language: Language): string {
  const name = localText(organization, language).text.replace(/\s+/g, " ").trim();
  if (!name) return "";
  const said = nounsOf(name, language).map((noun) => say({ noun, name: () => name }));
  return said.find((words) => words !== name) ?? name;
}
