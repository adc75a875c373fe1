import type { OrderPolling } from "./poll-order";

type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** `next`, which loads the words of outcomes, runs before any call. Returns a function that removes it. */
export function runBeforeServerCalls(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = null;
  };
}

/** Fetched while the browser is idle, because only the first press needs it. Rejects without a network. */
export async function loadServerCalls() {
  const [{ serverCalls }] = await Promise.all([import("./server-calls"), prepare?.()]);
  return serverCalls;
}

/** Ignores a failure, because the press itself tries again. */
export function preloadServerCalls(): void {
  loadServerCalls().catch(() => undefined);
}

const retryDelaysMs = { first: 1000, longest: 15_000 };

type ServerCalls = Awaited<ReturnType<typeof loadServerCalls>>;

/** Begins once its code has loaded, and tries to load it until polling is stopped. */
export function startPolling(begin: (calls: ServerCalls) => OrderPolling, onFailed: () => void): OrderPolling {
  let polling: OrderPolling | undefined;
  let isCancelled = false;
  let delayMs = retryDelaysMs.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    try {
      const calls = await loadServerCalls();
      if (!isCancelled) polling = begin(calls);
    } catch {
      if (isCancelled) return;
      onFailed();
      timer = setTimeout(load, delayMs);
      delayMs = Math.min(delayMs * 2, retryDelaysMs.longest);
    }
  };
  load();
  return {
    pollNow: () => polling?.pollNow(),
    stop() {
      isCancelled = true;
      clearTimeout(timer);
      polling?.stop();
    },
  };
}
