import "server-only";

import { cache } from "react";
import { viewDraw } from "@/lib/activity/view-draw";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { sayOwnWords } from "@/lib/platform/i18n/page-words";
import { createContext } from "@/lib/wiring/create-context";

/**
 * Reads a draw for a page, once for its metadata and its body, and makes the page say the draw's own words. Refusal:
 * `draw-not-found`. Throws when nobody can tell whether there is such a draw.
 */
export const loadDraw = cache(async (drawId: string) => {
  const ctx = await createContext("reads");
  const refreshed = await refreshDraw(ctx, drawId);
  if (!refreshed.ok && refreshed.reason === "service-unavailable") throw new Error("The draw feed does not answer.");
  const viewed = await viewDraw(ctx, drawId);
  if (viewed.ok) sayOwnWords(viewed.words);
  return viewed;
});
