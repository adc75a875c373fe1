import type { LiveState } from "@/lib/draws/rules.projection";

/** A page shows the latest purchase only, and is built with that one. */
export function firstLiveOf(live: LiveState, most = 1): LiveState {
  return { ...live, recent: live.recent.slice(0, most) };
}
