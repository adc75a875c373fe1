import { setTimeout as wait } from "node:timers/promises";

/** Reads until `isDone`, and gives what it read; throws what it waited for when that doesn't come within `withinMs`. */
export async function until<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { what, withinMs }: { what: string; withinMs: number },
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read().catch((error: Error) => error);
    if (!(value instanceof Error) && isDone(value)) return value;
    if (Date.now() > deadline) {
      const last = value instanceof Error ? value.message : JSON.stringify(value);
      throw new Error(`Waited ${withinMs / 1000} s for ${what}; at the end: ${last}`);
    }
    await wait(250);
  }
}
