import { useCallback, useEffect, useRef, useState } from "react";
import type { FormProblems } from "@/components/order-form/field-problems";
import type { Position } from "@/lib/eligibility/schema";
import type { OrderRequest } from "@/lib/orders/client";

export type PositionState = "idle" | "asking" | "known" | "denied" | "unavailable" | "timeout" | "coarse";

/** The position is held in memory only. */
export type PositionControl = {
  isWanted: boolean;
  state: PositionState;
  /** Must be called in a click, or browsers may refuse to ask. */
  ask: () => void;
  forget: () => void;
  check: () => FormProblems;
  addTo: <Request extends OrderRequest>(request: Request) => Request;
};

/** In ms, from the buyer's permission to the position. */
const positionTimeoutMs = 20_000;

/** In ms, from the request to the position, as some browsers never ask the buyer. */
const answerTimeoutMs = 90_000;

/** In ms. A position is used no longer than this, as buyers move. */
const positionLifeMs = 600_000;

/** In metres. A less accurate position is refused here. The server judges the others. */
const coarsestMeters = 100_000;

const states: Record<number, PositionState> = { 1: "denied", 2: "unavailable", 3: "timeout" };

type Fix = { position: Position; at: number };

function toPosition({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): Position {
  return { latitude, longitude, accuracy };
}

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
    const late = setTimeout(() => setState((now) => (now === "asking" ? "timeout" : now)), answerTimeoutMs);
    navigator.geolocation.getCurrentPosition(
      (reading) => {
        clearTimeout(late);
        const position = toPosition(reading);
        if (position.accuracy > coarsestMeters) return setState("coarse");
        fix.current = { position, at: Date.now() };
        setState("known");
      },
      ({ code }) => {
        clearTimeout(late);
        setState(states[code] ?? "unavailable");
      },
      { enableHighAccuracy: true, timeout: positionTimeoutMs, maximumAge: 0 },
    );
  }, []);
  return {
    isWanted,
    state,
    ask,
    forget,
    check() {
      if (!isWanted || (fix.current && Date.now() - fix.current.at < positionLifeMs)) return {};
      if (fix.current) forget();
      return { position: "required" };
    },
    addTo: (request) => (isWanted && fix.current ? { ...request, position: fix.current.position } : request),
  };
}

export function useRefusedPosition(reason: string | undefined, forget: () => void): void {
  useEffect(() => {
    if (reason?.startsWith("gps-location-")) forget();
  }, [reason, forget]);
}
