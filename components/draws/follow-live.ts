import { QueryClient, QueryObserver } from "@tanstack/react-query";

import { liveQuery } from "@/lib/draws/client";
import type { LiveState } from "@/lib/draws/rules.projection";

/** What the page polls: the draw, how often to ask in ms, and the state the page was built with. */
export type LiveSource = { drawId: string; refreshMs: number; initial: LiveState };

/** A running poll: ask at once, or end it. */
export type LivePoll = { refresh: () => void; stop: () => void };

/** Asks for the live state while the page is visible and tells each answer. */
export function followLive(source: LiveSource, onState: (live: LiveState) => void): LivePoll {
  const client = new QueryClient();
  client.mount();
  const observer = new QueryObserver(client, liveQuery(source.drawId, source.refreshMs, source.initial));
  const unsubscribe = observer.subscribe(({ data }) => {
    if (data) onState(data);
  });
  return {
    refresh: () => void observer.refetch(),
    stop: () => {
      unsubscribe();
      client.unmount();
    },
  };
}
