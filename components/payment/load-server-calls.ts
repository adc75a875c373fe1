import type { OrderWatch } from "./follow-order";

type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** Runs `next`, which loads the words of outcomes, before any call. Returns a function that removes it. */
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

const retryWaits = { first: 1000, longest: 15_000 };

type ServerCalls = Awaited<ReturnType<typeof loadServerCalls>>;

/** Begins a watch once its code has been loaded. Loading is tried again until the watch is stopped. */
export function startWatch(begin: (calls: ServerCalls) => OrderWatch, onFailed: () => void): OrderWatch {
  let watch: OrderWatch | undefined;
  let isOver = false;
  let waitMs = retryWaits.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    try {
      const calls = await loadServerCalls();
      if (!isOver) watch = begin(calls);
    } catch {
      if (isOver) return;
      onFailed();
      timer = setTimeout(load, waitMs);
      waitMs = Math.min(waitMs * 2, retryWaits.longest);
    }
  };
  load();
  return {
    pollNow: () => watch?.pollNow(),
    stop() {
      isOver = true;
      clearTimeout(timer);
      watch?.stop();
    },
  };
}
