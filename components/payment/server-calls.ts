/**
 * What talks to the server about an order. It is not wanted before the first press, so the page loads without it and
 * fetches it while idle; rejects where the network does not bring it.
 */
export async function loadServerCalls() {
  const [purchase, watch, found] = await Promise.all([
    import("./purchase"),
    import("./watch-order"),
    import("./found-order"),
  ]);
  return { ...purchase, ...watch, ...found };
}
