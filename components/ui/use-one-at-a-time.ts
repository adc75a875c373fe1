import { useCallback, useRef } from "react";

/** Runs one piece of work at a time: a call meanwhile does nothing, even before the next render. */
export function useOneAtATime(): (work: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return useCallback(async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  }, []);
}
