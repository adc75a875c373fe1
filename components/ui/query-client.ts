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
  // Data is shown by the task that read it, without a further timer.
  notifyManager.setScheduler(queueMicrotask);
  // A page that starts offline hears when the network is back.
  onlineManager.setOnline(globalThis.navigator?.onLine !== false);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // A browser may wrongly report itself offline, so only an answer tells.
        networkMode: "always",
        // A query's interval says when it is asked again, and a hidden page does not ask.
        retry: false,
        refetchOnWindowFocus: "always",
        // A hidden page asks once it is shown again.
        refetchOnReconnect: () => (focusManager.isFocused() ? "always" : false),
        // No data of one buyer may remain for the next. It is not 0, as React may render a part before it fetches.
        gcTime: 1000,
      },
    },
  });
}

type Listeners<Data> = { onData: (data: Data) => void; onRefused?: (refused: RefusalError) => void };

/**
 * Observes outside of React, with its own cache, which is dropped when it stops. `onData` gets no answer older than its
 * start.
 */
export function observeQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, RefusalError, Data, Data, Key>,
  { onData, onRefused }: Listeners<Data>,
) {
  const cache = new QueryCache({
    // Taken from the cache, where unchanged parts are the same objects.
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
