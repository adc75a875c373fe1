import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";

import { isFullRun } from "./which-tests";

/** Other tests show these journeys' pages in both languages, so one language is enough outside of full runs. */
export const journeyLanguages = isFullRun ? languages : languages.slice(0, 1);

/** Marks browser tests that only `npm run test:all` runs (`playwright.config.ts`). */
export const fullRunOnly = { tag: "@full-run" } as const;

/** Also marks a French test like that if others show its pages in French. `size` is the tag of a viewport. */
export function fullRunOnlyIn(language: Language, ...size: `@${string}`[]) {
  return { tag: language === languages[0] ? size : [...size, fullRunOnly.tag] };
}
