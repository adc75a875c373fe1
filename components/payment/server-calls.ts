/**
 * What talks to the server about an order. It is not wanted before the first press, so the page loads without it and
 * fetches it while idle; rejects where the network does not bring it.
 */
export async function loadServerCalls() {
  const [purchase, follow, watch, found] = await Promise.all([
    import("./purchase"),
    import("./follow-order"),
    import("./watch-order"),
    import("./found-order"),
  ]);
  return { ...purchase, ...follow, ...watch, ...found };
}
