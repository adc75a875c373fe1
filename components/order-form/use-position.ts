import { useCallback, useEffect, useRef, useState } from "react";

import type { Position } from "@/lib/eligibility/schema";
import type { OrderRequest } from "@/lib/payments/client";

import type { FormProblems } from "./field-problems";

/** How far the browser's position is, or why it gave none. */
export type PositionState = "idle" | "asking" | "known" | "denied" | "unavailable" | "timeout" | "coarse";

/** The browser's position, for a draw that needs it. It lives in memory alone. */
export type PositionControl = {
  isWanted: boolean;
  state: PositionState;
  /** Asks the browser; to be called by a tap, never before. */
  ask: () => void;
  /** Forgets what was told, as after a refusal of it. */
  forget: () => void;
  /** The problem of an order that lacks it; none where it is known or not wanted. */
  check: () => FormProblems;
  /** Gives an order its position, where one is wanted. */
  addTo: <Request extends OrderRequest>(request: Request) => Request;
};

/**
 * How long to wait for a position, with the buyer's answer to the browser's question too (some browsers never ask it),
 * and to use it, in ms. An older one of the browser's is no answer: buyers move.
 */
const times = { wait: 20_000, waitInAll: 90_000, use: 600_000 };

/** An accuracy from which on no province could be told, in metres; below, the server decides. */
const coarsestMeters = 100_000;

const states: Record<number, PositionState> = { 1: "denied", 2: "unavailable", 3: "timeout" };

type Fix = { position: Position; at: number };

function toPosition({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): Position {
  return { latitude, longitude, accuracy };
}

/** Holds the position of a page; asks for nothing by itself. */
export function usePosition(isWanted: boolean): PositionControl {
  const [state, setState] = useState<PositionState>("idle");
  const fix = useRef<Fix | null>(null);
  const forget = useCallback(() => {
    fix.current = null;
    setState("idle");
  }, []);
  const ask = useCallback(() => {
    fix.current = null;
    if (!("geolocation" in navigator)) return setState("unavailable");
    setState("asking");
    const late = setTimeout(() => setState((now) => (now === "asking" ? "timeout" : now)), times.waitInAll);
    navigator.geolocation.getCurrentPosition(
      (told) => {
        clearTimeout(late);
        const position = toPosition(told);
        if (position.accuracy > coarsestMeters) return setState("coarse");
        fix.current = { position, at: Date.now() };
        setState("known");
      },
      ({ code }) => {
        clearTimeout(late);
        setState(states[code] ?? "unavailable");
      },
      { enableHighAccuracy: true, timeout: times.wait, maximumAge: 0 },
    );
  }, []);
  return {
    isWanted,
    state,
    ask,
    forget,
    check() {
      if (!isWanted || (fix.current && Date.now() - fix.current.at < times.use)) return {};
      if (fix.current) forget();
      return { position: "required" };
    },
    addTo: (request) => (isWanted && fix.current ? { ...request, position: fix.current.position } : request),
  };
}

/** A position that was refused is asked for anew: the buyer may have moved, or mended the accuracy. */
export function useRefusedPosition(reason: string | undefined, forget: () => void): void {
  useEffect(() => {
    if (reason?.startsWith("gps-location-")) forget();
  }, [reason, forget]);
}
