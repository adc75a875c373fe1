import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";

/** Says the message `organization.named`, which chooses the article of a name by its first word. */
export type SayName = (values: { noun: string; name: () => string }) => string;

/** The first word of a name in plain small letters. */
function firstWordOf(name: string): string {
  const [word = ""] = /\p{L}+/u.exec(name.normalize("NFD").replace(/\p{M}+/gu, "")) ?? [];
  const small = word.toLowerCase();
  // What every object has, such as "constructor", would be taken for a choice.
  return small in {} ? "" : small;
}

/** Whom a draw is for, on one line, as a sentence says it; empty where the draw doesn't tell. */
export function nameOrganization(say: SayName, organization: LocalText, language: Language): string {
  const name = localText(organization, language).text.replace(/\s+/g, " ").trim();
  return name && say({ noun: firstWordOf(name), name: () => name });
}
