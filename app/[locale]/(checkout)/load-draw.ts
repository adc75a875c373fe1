import "server-only";

import { cache } from "react";
import { viewDraw } from "@/lib/activity/view-draw";
import { sayOwnWords } from "@/lib/platform/i18n/page-words";
import { createContext } from "@/lib/wiring/create-context";

/**
 * Reads a draw for a page, once for its metadata and its body, and makes the page say the draw's own words. Refusal:
 * `draw-not-found`.
 */
export const loadDraw = cache(async (drawId: string) => {
  const viewed = await viewDraw(await createContext(), drawId);
  if (viewed.ok) sayOwnWords(viewed.words);
  return viewed;
});
