import { setTimeout as wait } from "node:timers/promises";

/** Repeats a read that throws. Uses no test runner, because vitest and Playwright can't load each other's `expect`. */
export async function pollUntil<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { timeout, interval }: { timeout: number; interval: number },
): Promise<Value> {
  const deadline = Date.now() + timeout;
  for (;;) {
    let lastValue: unknown;
    try {
      const value = await read();
      if (isDone(value)) return value;
      lastValue = JSON.stringify(value);
    } catch (error) {
      lastValue = error;
    }
    if (Date.now() > deadline) throw new Error(`Not within ${timeout} ms, but in the end: ${lastValue}`);
    await wait(interval);
  }
}
