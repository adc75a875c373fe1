type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** Runs `next`, which loads the words of outcomes, before any call. Returns a function that removes it. */
export function runBeforeServerCalls(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = null;
  };
}

/** Fetched while idle, as only the first press needs it. Rejects without a network. */
export async function loadServerCalls() {
  const [{ serverCalls }] = await Promise.all([import("./server-calls"), prepare?.()]);
  return serverCalls;
}

/** A failure is ignored: the press itself retries. */
export function preloadServerCalls(): void {
  loadServerCalls().catch(() => undefined);
}
