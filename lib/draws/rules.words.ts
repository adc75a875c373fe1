import type { FieldProblem } from "@/lib/platform/http/reasons";
import { whyNotWord } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages } from "@/lib/platform/i18n/message-tree";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import type { Draw } from "./schema";

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
