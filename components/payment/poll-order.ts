import type { Query, QueryKey, QueryObserverOptions } from "@tanstack/react-query";
import { focusManager } from "@tanstack/react-query";

import { pollQuery } from "@/components/ui/query-client";
import type { OrderResult } from "@/lib/orders/client";
import { orderQuery } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderKey } from "@/lib/orders/schema";
import { pendingPaymentQuery } from "@/lib/payments/client";
import type { PendingPayment } from "@/lib/payments/pay/find-pending-payment";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { Phase } from "./checkout-machine";
import type { OrderEvent } from "./purchase";

/** The intervals grow, so that a long outage doesn't end in a flood of calls. */
const pollIntervalsMs = { first: 2000, longest: 30_000, growth: 1.5 };

export type OrderPolling = { pollNow: () => void; stop: () => void };

/** Intervals grow with each request, and are short again after `wake`. */
export function createBackoff(firstMs = pollIntervalsMs.first) {
  let startCount: number | null = 0;
  const wake = () => {
    startCount = null;
    return "always" as const;
  };
  return {
    wake,
    refetchInterval<Data, Key extends QueryKey>({ state }: Query<Data, RefusalError, Data, Key>): number {
      const polls = state.dataUpdateCount + state.errorUpdateCount;
      // A request in progress counts as the first of the new intervals.
      startCount ??= state.fetchStatus === "idle" ? polls - 1 : polls;
      const pollsSince = polls - startCount;
      return pollsSince < 1
        ? firstMs
        : Math.min(pollIntervalsMs.first * pollIntervalsMs.growth ** (pollsSince - 1), pollIntervalsMs.longest);
    },
    refetchOnWindowFocus: wake,
    refetchOnReconnect: () => (focusManager.isFocused() ? wake() : false),
  };
}

type PollOptions<Order> = {
  firstMs?: number | undefined;
  everyMs?: number | undefined;
  onAnswer: (answer: { ok: true; order: Order } | CallRefusal) => void;
};

/** Never gives up. A hidden page doesn't poll. Once shown or online again, it polls at once, at short intervals. */
export function pollOrder<Order, Key extends QueryKey>(
  query: QueryObserverOptions<Order | null, RefusalError, Order | null, Order | null, Key>,
  { firstMs, everyMs, onAnswer }: PollOptions<Order>,
): OrderPolling {
  const { wake, refetchInterval, ...onWake } = createBackoff(firstMs);
  const { observer, stop } = pollQuery(
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

/** In ms. A payment whose answer was lost may still be on its way to the server. */
const firstPollDelays = { afterPayment: 2000, earlier: 0 };

/** While `mayStillArrive`, an unpaid order isn't a final answer. */
type PollHandlers = {
  dispatch: (event: OrderEvent) => void;
  onContact: (isReached: boolean) => void;
  mayStillArrive: () => boolean;
};

function toEvent(answer: OrderResult, phase: Phase, mayStillArrive: boolean): OrderEvent | null {
  if (answer.ok && answer.order.status === "reserved" && mayStillArrive) return null;
  if (answer.ok) return { type: "order-read", order: answer.order };
  // An order that was being paid exists, so `order-not-found` must be an error and is ignored.
  return answer.reason === "order-not-found" && phase === "restoring" ? { type: "released" } : null;
}

export function pollCheckoutOrder(key: OrderKey, phase: Phase, { dispatch, onContact, mayStillArrive }: PollHandlers) {
  const polling = pollOrder(orderQuery(key), {
    firstMs: phase === "checking" ? firstPollDelays.afterPayment : firstPollDelays.earlier,
    onAnswer(answer) {
      onContact(answer.ok || answer.reason !== "unreachable");
      const event = toEvent(answer, phase, mayStillArrive());
      if (!event) return;
      polling.stop();
      dispatch(event);
    },
  });
  return polling;
}

export function pollShownOrder(key: OrderKey, onOrder: (order: OrderView) => void): OrderPolling {
  return pollOrder(orderQuery(key), { onAnswer: (answer) => answer.ok && onOrder(answer.order) });
}

/**
 * Looks for an open payment of this browser: once, whenever the page is shown again, and repeatedly while there is one.
 * `undefined` means that there was no answer. Returns a function that stops.
 */
export function pollPendingPayment(
  drawId: string,
  onAnswer: (payment: PendingPayment | null | undefined) => void,
): () => void {
  const { wake, refetchInterval, refetchOnReconnect } = createBackoff();
  const { stop } = pollQuery(
    {
      ...pendingPaymentQuery(drawId),
      refetchOnWindowFocus: wake,
      refetchOnReconnect,
      refetchInterval: (query) => (query.state.data?.payment ? refetchInterval(query) : false),
    },
    { onData: (body) => onAnswer(body?.payment), onRefused: () => onAnswer(undefined) },
  );
  return stop;
}
