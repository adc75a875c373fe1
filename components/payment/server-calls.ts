type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** Has `next` done before anything here is called: what the page says of an outcome. Gives how to take that back. */
export function prepareBefore(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = null;
  };
}

/**
 * What talks to the server about an order. It is not wanted before the first press, so the page loads without it and
 * fetches it while idle; rejects where the network does not bring it.
 */
export async function loadServerCalls() {
  const [{ lateCalls }] = await Promise.all([import("./late-calls"), prepare?.()]);
  return lateCalls;
}
