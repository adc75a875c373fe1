import type { RunningLook } from "@/components/ui/use-looks";
import type { OrderAddress } from "@/lib/payments/client";

/**
 * Waits between looks, in ms: short while an answer is likely, then longer, so that a long outage is no storm of calls.
 */
const waits = { first: 2000, longest: 30_000, growth: 1.5 };

/** A running watch of an order. */
export type OrderWatch = RunningLook;

type FollowOptions<Answer> = {
  /** Reads the order, as whoever looks may see it. */
  read: (address: OrderAddress, signal: AbortSignal) => Promise<Answer>;
  /** How long the first look waits, in ms. */
  firstMs?: number;
  /** Looks so often, in ms, whatever has been seen, instead of with growing waits. */
  everyMs?: number;
  /** Told each answer, also that there was none. It may end the watch. */
  onAnswer: (answer: Answer) => void;
};

/**
 * Looks at an order again and again, with growing waits, whatever goes wrong. A hidden page does not look; one that is
 * shown again, or online again, looks at once and begins with short waits.
 */
export function followOrder<Answer>(
  address: OrderAddress,
  { read, firstMs = waits.first, everyMs, onAnswer }: FollowOptions<Answer>,
): OrderWatch {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = waits.first;
  let isLooking = false;

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (isLooking || document.hidden) return;
    isLooking = true;
    const answer = await read(address, signal);
    isLooking = false;
    if (!signal.aborted) onAnswer(answer);
    if (signal.aborted) return;
    timer = setTimeout(look, everyMs ?? wait);
    wait = Math.min(wait * waits.growth, waits.longest);
  }

  function lookNow(): void {
    wait = waits.first;
    look();
  }

  document.addEventListener("visibilitychange", lookNow, { signal });
  window.addEventListener("online", lookNow, { signal });
  timer = setTimeout(look, firstMs);
  return {
    lookNow,
    stop() {
      clearTimeout(timer);
      ending.abort();
    },
  };
}
