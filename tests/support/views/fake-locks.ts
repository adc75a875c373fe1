export function giveLocks(): void {
  Object.defineProperty(window.navigator, "locks", { value: fakeLocks(), configurable: true });
}

/** Removes the locks, as in browsers without them. */
export function takeLocks(): void {
  Reflect.deleteProperty(window.navigator, "locks");
}

/** A lock is held until its callback's promise resolves. A waiting request can be aborted. */
function fakeLocks(): Pick<LockManager, "query"> & { request: unknown } {
  const held = new Map<string, Promise<unknown>>();
  const gaveUp = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  return {
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
    async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      while (held.has(name)) await Promise.race([held.get(name), gaveUp(signal)]);
      const holding = hold();
      held.set(name, holding);
      await holding;
      held.delete(name);
    },
  };
}
