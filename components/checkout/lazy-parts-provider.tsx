"use client";

import type { ReactNode } from "react";
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useState } from "react";

import { useLive } from "@/components/draws/live/live-provider";
import { preloadServerCalls, runBeforeServerCalls } from "@/components/payment/load-server-calls";

type LazyParts = typeof import("./lazy-parts").lazyParts;
type LazyPartsState = { parts: LazyParts; onShown: () => void };

const LazyPartsContext = createContext<LazyParts | null>(null);

/** Loads the lazy parts before any server call (`loadServerCalls`), so that they are ready for its answer. */
export function LazyPartsProvider({ children }: { children: ReactNode }) {
  const { salesOpen } = useLive();
  const [lazy, setLazy] = useState<LazyPartsState | null>(null);
  useLayoutEffect(() => {
    const show = (parts: LazyParts) =>
      new Promise<void>((onShown) => startTransition(() => setLazy({ parts, onShown })));
    let loading: Promise<void> | null = null;
    return runBeforeServerCalls(() => {
      loading ??= import("./lazy-parts").then(
        ({ lazyParts }) => show(lazyParts),
        (error: unknown) => {
          // The network may be back at the next call.
          loading = null;
          throw error;
        },
      );
      return loading;
    });
  }, []);
  useLayoutEffect(() => lazy?.onShown(), [lazy]);
  useEffect(() => {
    // A draw that no longer sells may still have an order to show.
    if (!salesOpen) preloadServerCalls();
  }, [salesOpen]);
  return <LazyPartsContext value={lazy?.parts ?? null}>{children}</LazyPartsContext>;
}

export function useLazyParts(): LazyParts | null {
  return useContext(LazyPartsContext);
}
