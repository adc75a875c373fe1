import { useEffect, useState } from "react";

/** A double tap on the previous button must not reach the next one, in ms. */
const armedAfterMs = 350;

/** False until a press can be meant for it. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armedAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
