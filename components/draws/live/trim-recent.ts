import type { LiveState } from "@/lib/draws/rules.projection";

export function trimRecent(live: LiveState, maxCount = 1): LiveState {
  return { ...live, recent: live.recent.slice(0, maxCount) };
}
