"use client";

import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";

import type { LiveState } from "@/lib/draws/rules.projection";
import { serverNow } from "@/lib/platform/http/server-clock";

/** What the page polls: the draw, how often to ask in ms, and the state the page was built with. */
type LiveSource = { drawId: string; refreshMs: number; initial: LiveState };

type Live = { initial: LiveState; live: LiveState; refresh: () => void };

const LiveContext = createContext<Live | null>(null);

/**
 * One poll for all live parts of a page. What asks the server is loaded after the first paint, which does not need it.
 */
export function LiveProvider({ drawId, refreshMs, initial, children }: LiveSource & { children: ReactNode }) {
  const [live, setLive] = useState(initial);
  const poll = useRef<{ refresh: () => void; stop: () => void }>(null);
  useEffect(() => {
    let isOver = false;
    Promise.all([import("@/components/ui/query-client"), import("@/lib/draws/client")]).then(
      ([{ observeQuery }, { liveQuery }]) => {
        if (isOver) return;
        const { observer, stop } = observeQuery(liveQuery(drawId, refreshMs, initial), { onData: setLive });
        poll.current = { refresh: () => void observer.refetch(), stop };
      },
      // Without it the page keeps the state it was built with, and the server decides what it sells all the same.
      () => undefined,
    );
    return () => {
      isOver = true;
      poll.current?.stop();
      poll.current = null;
    };
  }, [drawId, refreshMs, initial]);
  const refresh = useCallback(() => poll.current?.refresh(), []);
  const value = useMemo(() => ({ initial, live, refresh }), [initial, live, refresh]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

function useLiveContext() {
  const context = useContext(LiveContext);
  if (!context) throw new Error("A live part stands outside of a LiveProvider.");
  return context;
}

/** The live state: the page's own at first, then what the server says. */
export function useLive(): LiveState {
  return useLiveContext().live;
}

/** Asks for the live state at once: something was refused that it had offered. Stays the same for the page's life. */
export function useLiveRefresh(): () => void {
  return useLiveContext().refresh;
}

/** The live state that the page was built with. */
export function useInitialLive(): LiveState {
  return useLiveContext().initial;
}

/**
 * The server's time in ms, ticking each second. The first value is the page's own, so that server and browser draw the
 * same; then the clock that answers carry, as the body of an unchanged live state keeps its old `serverTime`.
 */
export function useServerNow(): number {
  const { initial } = useLiveContext();
  const [now, setNow] = useState(() => Date.parse(initial.serverTime));
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
