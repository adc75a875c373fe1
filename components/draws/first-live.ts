import type { LiveState } from "@/lib/draws/rules.projection";

/** How many purchases a page shows. */
export const recentAtMost = 6;

/** The live state that a page is built with: what it shows, as the browser asks for the rest at once. */
export function firstLiveOf(live: LiveState, most: number = recentAtMost): LiveState {
  return { ...live, recent: live.recent.slice(0, most) };
}
