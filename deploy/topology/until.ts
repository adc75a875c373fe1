import { pollUntil } from "@/tests/support/servers/poll-until";

export function until<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { what, withinMs, intervalMs = 250 }: { what: string; withinMs: number; intervalMs?: number },
): Promise<Value> {
  return pollUntil(read, isDone, { timeout: withinMs, interval: intervalMs }).catch((error: Error) => {
    throw new Error(`Waited for ${what}. ${error.message}`);
  });
}
