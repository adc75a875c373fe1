import { observeQuery } from "@/components/ui/query-client";
import { liveQuery } from "@/lib/draws/client";
import type { LiveState } from "@/lib/draws/rules.projection";

/** What the page polls: the draw, how often to ask in ms, and the state the page was built with. */
export type LiveSource = { drawId: string; refreshMs: number; initial: LiveState };

/** A running poll: ask at once, or end it. */
export type LivePoll = { refresh: () => void; stop: () => void };

/** Asks for the live state while the page is visible and tells each answer. */
export function followLive({ drawId, refreshMs, initial }: LiveSource, onState: (live: LiveState) => void): LivePoll {
  const { observer, stop } = observeQuery(liveQuery(drawId, refreshMs, initial), { onData: onState });
  return { refresh: () => void observer.refetch(), stop };
}
