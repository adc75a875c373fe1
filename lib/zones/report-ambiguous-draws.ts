import "server-only";

import type { Context } from "@/lib/context";
import { logFailure, logLine } from "@/lib/platform/server/log";
import { ambiguousDrawOf } from "./rules";
import { listUnchosenDraws } from "./store";

/**
 * Logs the draws with dates ahead whose written offset is not their zone's, with both readings: nobody chose one yet,
 * so their instants stand. A start calls it; it never throws.
 */
export async function reportAmbiguousDraws({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  try {
    for (const draw of await listUnchosenDraws(db, now())) {
      const ambiguous = ambiguousDrawOf(draw, now());
      if (!ambiguous) continue;
      const { id: drawId, timeZone, choosableUntil, dates } = ambiguous;
      const readings = dates.map(({ place, instant, wallClock }) => `${place}: ${instant} or ${wallClock}`).join("; ");
      const what = "Dates were written with an offset that isn't their zone's. Choose: npm run draw -- zones";
      logLine("warn", what, { drawId, timeZone, choosableUntil, readings });
    }
  } catch (error) {
    logFailure("Draws with ambiguous dates could not be listed.", error);
  }
}
