import type { LiveState } from "@/lib/draws/rules.projection";

/** The live state that a page is built with: of the purchases the latest alone, which is all that it shows. */
export function firstLiveOf(live: LiveState, most = 1): LiveState {
  return { ...live, recent: live.recent.slice(0, most) };
}
