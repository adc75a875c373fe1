"use client";

import type { ReactNode } from "react";
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useState } from "react";

import { useLive } from "@/components/draws/live/live-provider";
import { loadServerCalls, prepareBefore } from "@/components/payment/server-calls";

type LateParts = typeof import("./late-parts").lateParts;
type LateState = { parts: LateParts; onShown: () => void };

const LateContext = createContext<LateParts | null>(null);

/** Loads the late parts before any server call (`loadServerCalls`), so that they are there for its answer. */
export function LateProvider({ children }: { children: ReactNode }) {
  const { salesOpen } = useLive();
  const [late, setLate] = useState<LateState | null>(null);
  useLayoutEffect(() => {
    const show = (parts: LateParts) =>
      new Promise<void>((onShown) => startTransition(() => setLate({ parts, onShown })));
    let loading: Promise<void> | null = null;
    return prepareBefore(() => {
      loading ??= import("./late-parts").then(
        ({ lateParts }) => show(lateParts),
        (error: unknown) => {
          // The next caller may be online.
          loading = null;
          throw error;
        },
      );
      return loading;
    });
  }, []);
  useLayoutEffect(() => late?.onShown(), [late]);
  useEffect(() => {
    // A draw that no longer sells may still have an order to show.
    if (!salesOpen) loadServerCalls().catch(() => undefined);
  }, [salesOpen]);
  return <LateContext value={late?.parts ?? null}>{children}</LateContext>;
}

export function useLate(): LateParts | null {
  return useContext(LateContext);
}
