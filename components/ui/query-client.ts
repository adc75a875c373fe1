import type { QueryKey, QueryObserverOptions } from "@tanstack/react-query";
import {
  focusManager,
  notifyManager,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryObserver,
} from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";

export function createQueryClient(queryCache = new QueryCache()): QueryClient {
  // Notifies observers in a microtask instead of a timer, so that data appears without delay.
  notifyManager.setScheduler(queueMicrotask);
  // TanStack Query assumes that a page starts online, and would otherwise miss that the network came back.
  onlineManager.setOnline(globalThis.navigator?.onLine !== false);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // Browsers may report that they are offline although they aren't, so queries run anyway.
        networkMode: "always",
        // A failed query is repeated by its interval.
        retry: false,
        refetchOnWindowFocus: "always",
        // A hidden page refetches when it is shown again.
        refetchOnReconnect: () => (focusManager.isFocused() ? "always" : false),
        // In ms. Short, so that no data of one buyer remains for the next. With 0, data could be lost between render
        // and effect.
        gcTime: 1000,
      },
    },
  });
}

type Listeners<Data> = { onData: (data: Data) => void; onRefused?: (refused: RefusalError) => void };

/**
 * Observes a query outside of React, with its own cache, which is cleared on stop. `onData` never gets an answer from
 * before the start.
 */
export function pollQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, RefusalError, Data, Data, Key>,
  { onData, onRefused }: Listeners<Data>,
) {
  const cache = new QueryCache({
    // The cache shares unchanged objects between answers, unlike the raw data.
    onSuccess: (_data, query) => onData(query.state.data as Data),
    onError: (error) => onRefused?.(error as RefusalError),
  });
  const client = createQueryClient(cache);
  client.mount();
  const observer = new QueryObserver(client, options);
  const unsubscribe = observer.subscribe(() => undefined);
  const stop = () => {
    unsubscribe();
    client.unmount();
    client.clear();
  };
  return { observer, stop };
}
