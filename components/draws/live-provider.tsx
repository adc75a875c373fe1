"use client";

import type { ReactNode } from "react";
import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";

import type { LiveState } from "@/lib/draws/rules.projection";
import { serverNow } from "@/lib/platform/http/server-clock";
import type { LivePoll, LiveSource } from "./live-poll";

type Live = { initial: LiveState; live: LiveState; refresh: () => void; poll: LivePoll | null };

const LiveContext = createContext<Live | null>(null);

/**
 * One poll for all live parts of a page. What asks the server is loaded after the first paint, which does not need it.
 */
export function LiveProvider({ drawId, refreshMs, initial, children }: LiveSource & { children: ReactNode }) {
  const [live, setLive] = useState(initial);
  const [poll, setPoll] = useState<LivePoll | null>(null);
  const running = useRef<LivePoll>(null);
  useEffect(() => {
    let isOver = false;
    import("./live-poll").then(
      ({ startPoll }) => {
        if (isOver) return;
        const onData = (next: LiveState) => startTransition(() => setLive(next));
        running.current = startPoll({ drawId, refreshMs, initial }, onData);
        startTransition(() => setPoll(running.current));
      },
      // Without it the page keeps the state it was built with, and the server decides what it sells all the same.
      () => undefined,
    );
    return () => {
      isOver = true;
      running.current?.stop();
      running.current = null;
    };
  }, [drawId, refreshMs, initial]);
  const refresh = useCallback(() => running.current?.refresh(), []);
  const value = useMemo(() => ({ initial, live, refresh, poll }), [initial, live, refresh, poll]);
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

/** What lets the digits of the prize roll, once it has come; nobody needs it before the first change. */
export function usePrizeRoll(): LivePoll["PrizeRoll"] | undefined {
  return useLiveContext().poll?.PrizeRoll;
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
