import compile from "icu-minify/compile";

import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";
import type { MessageShape } from "@/lib/platform/i18n/message-shape";
import { fitsInPlaceOf, readMessage } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages } from "@/lib/platform/i18n/message-tree";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import type { Draw } from "./schema";

function shapeOf(message: string): MessageShape | null {
  try {
    return readMessage(message);
  } catch {
    return null;
  }
}

/**
 * What is wrong with a word that is to stand in the place of `original`, undefined where there is none. Null when it
 * may: its key is known, it is ICU text that can be compiled, and it fills in what the original does.
 */
export function whyNotWord(original: string | undefined, word: string): FieldProblemKey | null {
  if (original === undefined) return "unknown";
  const [wanted, given] = [shapeOf(original), shapeOf(word)];
  if (!wanted || !given) return "malformed";
  try {
    compile(word);
  } catch {
    return "malformed";
  }
  return fitsInPlaceOf(wanted, given) ? null : "other-arguments";
}

/** Which of a draw's own words cannot be said, each by its path. */
export function findUnfitWords(
  { locale }: Pick<Draw, "locale">,
  originals: Record<Language, FlatMessages>,
): FieldProblem[] {
  return languages.flatMap((language) =>
    Object.entries(locale.messages?.[language] ?? {}).flatMap(([key, word]): FieldProblem[] => {
      const problem = whyNotWord(originals[language].get(key), word);
      return problem ? [{ field: `locale.messages.${language}.${key}`, problem }] : [];
    }),
  );
}

/** The words that the pages of a draw say in place of the product's; null while it has none, or does not use them. */
export function drawWordsOf({ draw, revision }: { draw: Pick<Draw, "id" | "locale">; revision: number }) {
  const { useLocal, messages } = draw.locale;
  return useLocal && messages ? { version: `${draw.id} ${revision}`, messages } : null;
}
