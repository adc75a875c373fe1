import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";

import { runsAll } from "./which-tests";

/** Languages of a journey over pages that other tests see in both. */
export const journeyLanguages = runsAll ? languages : languages.slice(0, 1);

/** Details of a browser test that `npm run test:all` alone runs (`playwright.config.ts`). */
export const waiting = { tag: "@waiting" } as const;

/** The same for a test whose pages others show in French: in English it always runs. `size` is its size's tag. */
export function waitingIn(language: Language, ...size: `@${string}`[]) {
  return { tag: language === languages[0] ? size : [...size, waiting.tag] };
}
