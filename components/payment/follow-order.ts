import type { Query, QueryKey, QueryObserverOptions } from "@tanstack/react-query";
import { focusManager } from "@tanstack/react-query";

import { observeQuery } from "@/components/ui/query-client";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";

/** In ms: short while an answer is likely, then longer, so that a long outage causes no storm of calls. */
const waits = { first: 2000, longest: 30_000, growth: 1.5 };

export type OrderWatch = { pollNow: () => void; stop: () => void };

/** For a query: intervals grow with each request, and are short again after `wake`. */
export function growingWaits(firstMs = waits.first) {
  let before: number | null = 0;
  const wake = () => {
    before = null;
    return "always" as const;
  };
  return {
    wake,
    refetchInterval<Data, Key extends QueryKey>({ state }: Query<Data, RefusalError, Data, Key>): number {
      const polls = state.dataUpdateCount + state.errorUpdateCount;
      // A request under way counts as the first of the new intervals.
      before ??= state.fetchStatus === "idle" ? polls - 1 : polls;
      const pollsSince = polls - before;
      return pollsSince < 1 ? firstMs : Math.min(waits.first * waits.growth ** (pollsSince - 1), waits.longest);
    },
    refetchOnWindowFocus: wake,
    refetchOnReconnect: () => (focusManager.isFocused() ? wake() : false),
  };
}

type FollowOptions<Order> = {
  firstMs?: number | undefined;
  everyMs?: number | undefined;
  onAnswer: (answer: { ok: true; order: Order } | CallRefusal) => void;
};

/** Never gives up. A hidden page does not poll; shown or online again, it polls at once, with short waits. */
export function followOrder<Order, Key extends QueryKey>(
  query: QueryObserverOptions<Order | null, RefusalError, Order | null, Order | null, Key>,
  { firstMs, everyMs, onAnswer }: FollowOptions<Order>,
): OrderWatch {
  const { wake, refetchInterval, ...onWake } = growingWaits(firstMs);
  const { observer, stop } = observeQuery(
    {
      ...query,
      ...onWake,
      initialData: null,
      refetchOnMount: firstMs === 0 && focusManager.isFocused() ? "always" : false,
      refetchInterval: (query) => {
        const waitMs = refetchInterval(query);
        return everyMs === undefined || query.state.dataUpdateCount + query.state.errorUpdateCount === 0
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
