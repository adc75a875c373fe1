type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** Runs `next`, which loads the words of outcomes, before any call. Returns a function that removes it. */
export function prepareBefore(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = null;
  };
}

/** Fetched while idle, as only the first press needs it. Rejects without a network. */
export async function loadServerCalls() {
  const [{ lazyCalls }] = await Promise.all([import("./lazy-calls"), prepare?.()]);
  return lazyCalls;
}
