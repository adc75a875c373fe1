import type { Query, QueryKey, QueryObserverOptions } from "@tanstack/react-query";
import { focusManager } from "@tanstack/react-query";

import { observeQuery } from "@/components/ui/query-client";
import type { Refused } from "@/lib/platform/http/client";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";

/**
 * Waits between looks, in ms: short while an answer is likely, then longer, so that a long outage is no storm of calls.
 */
const waits = { first: 2000, longest: 30_000, growth: 1.5 };

/** A running watch of an order: look at once, or end it. */
export type OrderWatch = { pollNow: () => void; stop: () => void };

/** How a query looks again: by waits that grow from look to look and are short again once `wake` was called. */
export function growingWaits(firstMs = waits.first) {
  /** How many looks there were before the waits that now grow; null where they are to begin anew. */
  let before: number | null = 0;
  const wake = () => {
    before = null;
    return "always" as const;
  };
  return {
    wake,
    refetchInterval<Data, Key extends QueryKey>({ state }: Query<Data, Refused, Data, Key>): number {
      const looks = state.dataUpdateCount + state.errorUpdateCount;
      // Woken within a look, that look is the first of the new waits.
      before ??= state.fetchStatus === "idle" ? looks - 1 : looks;
      const grown = looks - before;
      return grown < 1 ? firstMs : Math.min(waits.first * waits.growth ** (grown - 1), waits.longest);
    },
    refetchOnWindowFocus: wake,
    refetchOnReconnect: () => (focusManager.isFocused() ? wake() : false),
  };
}

type FollowOptions<Order> = {
  /** How long the first look waits, in ms. */
  firstMs?: number | undefined;
  /** Looks so often, in ms, whatever has been seen, instead of with growing waits. */
  everyMs?: number | undefined;
  /** Told each answer, also that there was none. It may end the watch. */
  onAnswer: (answer: { ok: true; order: Order } | CallRefusal) => void;
};

/**
 * Looks at an order again and again, with growing waits, whatever goes wrong. A hidden page does not look; one that is
 * shown again, or online again, looks at once and begins with short waits.
 */
export function followOrder<Order, Key extends QueryKey>(
  query: QueryObserverOptions<Order | null, Refused, Order | null, Order | null, Key>,
  { firstMs, everyMs, onAnswer }: FollowOptions<Order>,
): OrderWatch {
  const { wake, refetchInterval, ...onWake } = growingWaits(firstMs);
  const { observer, stop } = observeQuery(
    {
      ...query,
      ...onWake,
      // Nothing is known before the first look, which waits.
      initialData: null,
      refetchOnMount: firstMs === 0 && focusManager.isFocused() ? "always" : false,
      refetchInterval: (asked) => {
        const waitMs = refetchInterval(asked);
        return everyMs === undefined || asked.state.dataUpdateCount + asked.state.errorUpdateCount === 0
          ? waitMs
          : everyMs;
      },
    },
    {
      onData: (order) => order && onAnswer({ ok: true, order }),
      onRefused: ({ refusal }) => onAnswer(refusal),
    },
  );
  return {
    pollNow() {
      if (!observer.hasListeners()) return;
      wake();
      observer.refetch({ cancelRefetch: false });
    },
    stop,
  };
}
