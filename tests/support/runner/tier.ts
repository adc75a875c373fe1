import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";

import { isFullRun } from "./which-tests";

/** Languages of a journey whose pages other tests see in both. */
export const journeyLanguages = isFullRun ? languages : languages.slice(0, 1);

/** Marks browser tests that only `npm run test:all` runs (`playwright.config.ts`). */
export const fullRunOnly = { tag: "@full-run" } as const;

/** Marks a French test likewise if others show its pages in French. `size` is the tag of a viewport. */
export function fullRunOnlyIn(language: Language, ...size: `@${string}`[]) {
  return { tag: language === languages[0] ? size : [...size, fullRunOnly.tag] };
}
