import type { LiveState } from "@/lib/draws/rules.projection";

export function trimRecent(live: LiveState, most = 1): LiveState {
  return { ...live, recent: live.recent.slice(0, most) };
}
