import { useCallback, useEffect, useRef, useState } from "react";
import type { FormProblems } from "@/components/order-form/field-problems";
import type { Position } from "@/lib/eligibility/schema";
import type { OrderRequest } from "@/lib/orders/client";

export type PositionState = "idle" | "asking" | "known" | "denied" | "unavailable" | "timeout" | "coarse";

/** The position is kept in memory only. */
export type PositionControl = {
  isWanted: boolean;
  state: PositionState;
  /** Must be called in a click, or browsers may refuse to ask. */
  ask: () => void;
  forget: () => void;
  check: () => FormProblems;
  addPosition: <Request extends OrderRequest>(request: Request) => Request;
};

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
    const timer = setTimeout(
      () => setState((current) => (current === "asking" ? "timeout" : current)),
      requestTimeoutMs,
    );
    navigator.geolocation.getCurrentPosition(
      (reading) => {
        clearTimeout(timer);
        const position = toPosition(reading);
        if (position.accuracy > maxAccuracyMeters) return setState("coarse");
        fix.current = { position, at: Date.now() };
        setState("known");
      },
      ({ code }) => {
        clearTimeout(timer);
        setState(errorStates[code] ?? "unavailable");
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
      if (!isWanted || (fix.current && Date.now() - fix.current.at < maxPositionAgeMs)) return {};
      if (fix.current) forget();
      return { position: "required" };
    },
    addPosition: (request) => (isWanted && fix.current ? { ...request, position: fix.current.position } : request),
  };
}

export function useRefusedPosition(reason: string | undefined, forget: () => void): void {
  useEffect(() => {
    if (reason?.startsWith("gps-location-")) forget();
  }, [reason, forget]);
}

/** Counted from the buyer's permission. */
const positionTimeoutMs = 20_000;

/** Counted from the request, because some browsers never ask the buyer. */
const requestTimeoutMs = 90_000;

/** Buyers move, so an older position is requested again. */
const maxPositionAgeMs = 600_000;

/** A less accurate position isn't sent. The server decides about the others. */
const maxAccuracyMeters = 100_000;

const errorStates: Record<number, PositionState> = { 1: "denied", 2: "unavailable", 3: "timeout" };

type Fix = { position: Position; at: number };

function toPosition({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): Position {
  return { latitude, longitude, accuracy };
}
