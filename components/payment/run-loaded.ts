import type { OrderWatch } from "./follow-order";
import { loadServerCalls } from "./server-calls";

/** How long to wait before the script that looks is fetched again, in ms. */
const fetchAgainMs = { first: 1000, longest: 15_000 };

type Calls = Awaited<ReturnType<typeof loadServerCalls>>;

/** Runs the watch that `begin` begins, once what watches is loaded, however often that fails; `onFailed` is told. */
export function runLoaded(begin: (calls: Calls) => OrderWatch, onFailed: () => void): OrderWatch {
  let running: OrderWatch | undefined;
  let isOver = false;
  let waitMs = fetchAgainMs.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    try {
      const calls = await loadServerCalls();
      if (!isOver) running = begin(calls);
    } catch {
      if (isOver) return;
      onFailed();
      timer = setTimeout(load, waitMs);
      waitMs = Math.min(waitMs * 2, fetchAgainMs.longest);
    }
  };
  load();
  return {
    pollNow: () => running?.pollNow(),
    stop() {
      isOver = true;
      clearTimeout(timer);
      running?.stop();
    },
  };
}
