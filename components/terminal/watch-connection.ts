import { isServerReachable } from "@/lib/terminal/client";

/** Waits between looks, in ms: shorter while nobody answers, so that selling goes on soon after. */
const waits = { reachable: 5000, unreachable: 2000 };

/** A running watch of the server: look at once, or end it. */
export type ConnectionWatch = { lookNow: () => void; stop: () => void };

/**
 * Looks again and again whether the server answers, and tells each answer. A hidden page does not look; one that is shown
 * again, and a browser that goes on or off line, looks at once.
 */
export function watchConnection(onLook: (isReachable: boolean) => void): ConnectionWatch {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (isLooking || document.hidden) return;
    isLooking = true;
    const isReachable = await isServerReachable(signal);
    isLooking = false;
    if (signal.aborted) return;
    onLook(isReachable);
    timer = setTimeout(look, isReachable ? waits.reachable : waits.unreachable);
  }

  document.addEventListener("visibilitychange", look, { signal });
  for (const event of ["online", "offline"]) window.addEventListener(event, look, { signal });
  timer = setTimeout(look, waits.reachable);
  return {
    lookNow: look,
    stop() {
      clearTimeout(timer);
      ending.abort();
    },
  };
}
