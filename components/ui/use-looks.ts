import { useCallback, useEffect, useRef } from "react";

/** A running look at something on the server: look at once, or end it. */
export type RunningLook = { lookNow: () => void; stop: () => void };

/** Runs the look that `begin` begins, anew when `begin` is another; it may begin none. Gives a way to look at once. */
export function useLooks(begin: () => RunningLook | undefined): () => void {
  const running = useRef<RunningLook>(undefined);
  useEffect(() => {
    const looks = begin();
    if (!looks) return;
    running.current = looks;
    return looks.stop;
  }, [begin]);
  return useCallback(() => running.current?.lookNow(), []);
}
