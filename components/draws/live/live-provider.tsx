"use client";

import type { ReactNode } from "react";
import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";

import type { LiveState } from "@/lib/draws/rules.projection";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { LivePoll, LiveSource } from "./live-poll";

type Live = { initial: LiveState; live: LiveState; refresh: () => void; poll: LivePoll | null; isPreview: boolean };

const LiveContext = createContext<Live | null>(null);

type LiveProviderProps = LiveSource & {
  /** Shows a draft, which has no live state. */
  isPreview?: boolean;
  children: ReactNode;
};

export function LiveProvider({ drawId, refreshMs, initial, isPreview = false, children }: LiveProviderProps) {
  const [live, setLive] = useState(initial);
  const [poll, setPoll] = useState<LivePoll | null>(null);
  const runningPoll = useRef<LivePoll>(null);
  useEffect(() => {
    if (isPreview) return;
    let isCancelled = false;
    import("./live-poll").then(
      ({ startPoll }) => {
        if (isCancelled) return;
        const onData = (next: LiveState) => startTransition(() => setLive(next));
        runningPoll.current = startPoll({ drawId, refreshMs, initial }, onData);
        startTransition(() => setPoll(runningPoll.current));
      },
      // Without polling, the page keeps its state, and the server decides what it sells.
      () => undefined,
    );
    return () => {
      isCancelled = true;
      runningPoll.current?.stop();
      runningPoll.current = null;
    };
  }, [drawId, refreshMs, initial, isPreview]);
  const refresh = useCallback(() => runningPoll.current?.refresh(), []);
  const value = useMemo(() => ({ initial, live, refresh, poll, isPreview }), [initial, live, refresh, poll, isPreview]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

function useLiveContext() {
  const context = useContext(LiveContext);
  if (!context) throw new Error("A live part stands outside of a LiveProvider.");
  return context;
}

export function useLive(): LiveState {
  return useLiveContext().live;
}

export function usePrizeRoll(): LivePoll["PrizeRoll"] | undefined {
  return useLiveContext().poll?.PrizeRoll;
}

/** Refetches at once after the server refused what the state had offered. The function never changes. */
export function useLiveRefresh(): () => void {
  return useLiveContext().refresh;
}

/** Nothing can be bought on the page of a draft. */
export function useIsPreview(): boolean {
  return useLiveContext().isPreview;
}

export function useInitialLive(): LiveState {
  return useLiveContext().initial;
}

/**
 * In ms, ticking each second. Starts with the page's time, so that server and browser render the same. Then follows the
 * clock of the responses, because an unchanged live state keeps its old `serverTime`.
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
