import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { logFailure, logLine } from "@/lib/platform/server/log";
import type { AmbiguousDraw } from "./rules";
import { findAmbiguousDraw } from "./rules";
import { listUnchosenDraws } from "./store";

export async function listAmbiguousDraws(
  ctx: Context,
): Promise<{ ok: true; draws: AmbiguousDraw[] } | Refusal<AdminRefusal>> {
  const found = authorizeAdmin(ctx.actor, "draws");
  if (!found.ok) return found;
  const now = ctx.now();
  const draws = await listUnchosenDraws(ctx.db, now, found.accessScope);
  return { ok: true, draws: draws.flatMap((draw) => findAmbiguousDraw(draw, now) ?? []) };
}

/** Logs these draws at start and never throws. Without a choice their instants stay as stored. */
export async function reportAmbiguousDraws({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  try {
    for (const draw of await listUnchosenDraws(db, now(), "everything")) {
      const ambiguous = findAmbiguousDraw(draw, now());
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
