import { languages } from "@/lib/platform/i18n/routing";

/** Whether this run leaves nothing out, as `npm run test:all` does (docs/testing.md, Tiers). */
export const runsAll = process.env.TEST_TIER === "all";

/** Languages of a journey over pages that other tests see in both. */
export const journeyLanguages = runsAll ? languages : languages.slice(0, 1);
