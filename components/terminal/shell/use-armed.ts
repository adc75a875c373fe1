import { useEffect, useState } from "react";

/** A double tap on the previous button must not reach the next one, in ms. */
const armedAfterMs = 350;

/** False at first, while a tap may still be meant for the button that was here before. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armedAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}
