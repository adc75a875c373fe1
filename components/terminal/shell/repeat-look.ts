import type { RunningLook } from "@/components/ui/use-looks";

type LookOptions = {
  /** How long the first look waits, in ms. */
  firstMs: number;
  /** Looks once and gives the ms until the next look. It must not tell what it found once its signal is aborted. */
  look: (signal: AbortSignal) => Promise<number>;
};

/**
 * Looks again and again, one look at a time; what is asked for meanwhile is looked at right after. A hidden page does
 * not look; one that is shown again, and a browser that goes on or off line, looks at once.
 */
export function repeatLook({ firstMs, look }: LookOptions): RunningLook {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let isAskedAgain = false;

  async function lookNow(): Promise<void> {
    clearTimeout(timer);
    isAskedAgain = isLooking;
    if (isLooking || document.hidden) return;
    isLooking = true;
    const nextMs = await look(signal);
    isLooking = false;
    if (!signal.aborted) timer = setTimeout(lookNow, isAskedAgain ? 0 : nextMs);
  }

  document.addEventListener("visibilitychange", lookNow, { signal });
  for (const event of ["online", "offline"]) window.addEventListener(event, lookNow, { signal });
  timer = setTimeout(lookNow, firstMs);
  return {
    lookNow,
    stop() {
      clearTimeout(timer);
      ending.abort();
    },
  };
}
