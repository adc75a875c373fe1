import { useEffect, useState } from "react";

/** A double tap on the button before must not reach the one that now lies there, in ms. */
const armedAfterMs = 350;

/** False until what it belongs to has been on the page long enough that a press on it is meant for it. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armedAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
