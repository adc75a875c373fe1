import { pollUntil } from "@/tests/support/servers/poll-until";

/** Reads until `isDone`, and gives what it read; throws what it waited for when that doesn't come within `withinMs`. */
export function until<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { what, withinMs, intervalMs = 250 }: { what: string; withinMs: number; intervalMs?: number },
): Promise<Value> {
  return pollUntil(read, isDone, { timeout: withinMs, interval: intervalMs }).catch((error: Error) => {
    throw new Error(`Waited for ${what}. ${error.message}`);
  });
}
