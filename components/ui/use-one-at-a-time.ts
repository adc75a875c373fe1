import { useCallback, useRef } from "react";

/** A call while another is in progress does nothing and resolves to undefined, even before the next render. */
export function useOneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  const isBusy = useRef(false);
  return useCallback(async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      return await work();
    } finally {
      isBusy.current = false;
    }
  }, []);
}
