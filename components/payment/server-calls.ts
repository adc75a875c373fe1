type Prepare = () => Promise<unknown>;

let prepare: Prepare | null = null;

/** Runs `next` before any call: it loads what the page says of an outcome. Returns its removal. */
export function prepareBefore(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = null;
  };
}

/** Needed with the first press only: fetched while idle. Rejects without a network. */
export async function loadServerCalls() {
  const [{ lateCalls }] = await Promise.all([import("./late-calls"), prepare?.()]);
  return lateCalls;
}
