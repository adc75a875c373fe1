import { observeQuery } from "@/components/ui/query-client";
import { liveQuery } from "@/lib/draws/client";
import type { LiveState } from "@/lib/draws/rules.projection";
import { PrizeRoll } from "./prize-roll";

/** What a page polls: the draw, how often to ask in ms, and the state the page was built with. */
export type LiveSource = { drawId: string; refreshMs: number; initial: LiveState };

/** A running poll, and what shows the changes that it brings. */
export type LivePoll = { refresh: () => void; stop: () => void; PrizeRoll: typeof PrizeRoll };

/** Asks for the live state at once and then at the draw's own rate. */
export function startPoll({ drawId, refreshMs, initial }: LiveSource, onData: (live: LiveState) => void): LivePoll {
  const { observer, stop } = observeQuery(liveQuery(drawId, refreshMs, initial), { onData });
  return { refresh: () => void observer.refetch(), stop, PrizeRoll };
}
