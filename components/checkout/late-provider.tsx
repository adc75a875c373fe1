"use client";

import type { ReactNode } from "react";
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useState } from "react";

import { useLive } from "@/components/draws/live-provider";
import { loadServerCalls, prepareBefore } from "@/components/payment/server-calls";

type LateParts = typeof import("./late-parts").lateParts;
/** `onShown` is told once the page is drawn with them. */
type Shown = { parts: LateParts; onShown: () => void };

const LateContext = createContext<LateParts | null>(null);

/**
 * Brings what a checkout needs only once somebody does something, before any call of the server (`loadServerCalls`):
 * whatever follows such a call finds it here.
 */
export function LateProvider({ children }: { children: ReactNode }) {
  const { salesOpen } = useLive();
  const [late, setLate] = useState<Shown | null>(null);
  useLayoutEffect(() => {
    const show = (parts: LateParts) =>
      new Promise<void>((onShown) => startTransition(() => setLate({ parts, onShown })));
    let loading: Promise<void> | null = null;
    return prepareBefore(() => {
      loading ??= import("./late-parts").then(
        ({ lateParts }) => show(lateParts),
        (error: unknown) => {
          // The next who asks may find a network.
          loading = null;
          throw error;
        },
      );
      return loading;
    });
  }, []);
  useLayoutEffect(() => late?.onShown(), [late]);
  useEffect(() => {
    // Of a draw that sells nothing any more they may still have an order to show.
    if (!salesOpen) loadServerCalls().catch(() => undefined);
  }, [salesOpen]);
  return <LateContext value={late?.parts ?? null}>{children}</LateContext>;
}

/** What came late; null as long as it has not. */
export function useLate(): LateParts | null {
  return useContext(LateContext);
}
