import { useEffect, useState } from "react";

/** A double tap on the previous button must not reach the next one. */
const armDelayMs = 350;

export function useTapGuard(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
