import type { QueryKey, QueryObserverOptions } from "@tanstack/react-query";
import {
  focusManager,
  notifyManager,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryObserver,
} from "@tanstack/react-query";

import type { Refused } from "@/lib/platform/http/client";

/** Makes what asks the server for a page; what a query does not say itself is said here. */
export function createQueryClient(queryCache = new QueryCache()): QueryClient {
  // What is read is shown by the task that read it, not by a timer of its own.
  notifyManager.setScheduler(queueMicrotask);
  // A page that asks only now, because its network went, hears that it comes back.
  onlineManager.setOnline(globalThis.navigator?.onLine !== false);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // Only an answer proves a network: a browser may take itself for offline when it is not.
        networkMode: "always",
        // A query says by its interval when it is asked again; a hidden page does not ask.
        retry: false,
        refetchOnWindowFocus: "always",
        // A hidden page asks once it is shown again.
        refetchOnReconnect: () => (focusManager.isFocused() ? "always" : false),
        // The next buyer finds nothing of the one before. Not 0: React may draw a part before it asks for it.
        gcTime: 1000,
      },
    },
  });
}

type Told<Data> = { onData: (data: Data) => void; onRefused?: (refused: Refused) => void };

/**
 * Runs a query outside of React and tells each of its answers, none older than its start. It has a cache of its own,
 * of which nothing is left once it is stopped.
 */
export function observeQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, Refused, Data, Data, Key>,
  { onData, onRefused }: Told<Data>,
) {
  // There is no other query in this cache.
  const cache = new QueryCache({
    // As it is kept: what did not change is the same object as before.
    onSuccess: (_data, query) => onData(query.state.data as Data),
    onError: (error) => onRefused?.(error as Refused),
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
