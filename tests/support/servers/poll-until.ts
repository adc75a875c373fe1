import { setTimeout as wait } from "node:timers/promises";

/**
 * Reads until `isDone` says so, and gives what it read; a reading that throws counts as not yet. Needs no test runner,
 * as vitest and Playwright cannot load each other's `expect`.
 */
export async function pollUntil<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { timeout, interval }: { timeout: number; interval: number },
): Promise<Value> {
  const deadline = Date.now() + timeout;
  for (;;) {
    let seen: unknown;
    try {
      const value = await read();
      if (isDone(value)) return value;
      seen = JSON.stringify(value);
    } catch (error) {
      seen = error;
    }
    if (Date.now() > deadline) throw new Error(`Not within ${timeout} ms, but in the end: ${seen}`);
    await wait(interval);
  }
}
