import type { Progress } from "@/lib/progress";

import { count } from "./amounts";

/** How long a command works in silence at first, and then between two lines, in ms. */
const [silenceMs, pauseMs] = [10_000, 5000];

const partWords: Record<Progress["part"], string> = {
  numbers: "numbers",
  orders: "orders",
  "audit-entries": "audit entries",
  payments: "rows of the gateway's report",
};

/** How far a check is, in words. */
export function progressWords({ part, drawId, done, total }: Progress): string {
  const how = total === null ? count(done) : `${count(done)} of ${count(total)}`;
  return `${how} ${partWords[part]}${drawId === null ? "" : ` of ${drawId}`}`;
}

/**
 * Gives a function that tells on standard error how far a long command is, every few seconds: one that is quick says
 * nothing, and standard output stays what it is. `text` is only made when it is told.
 */
export function openProgress(
  write: (line: string) => void = (line) => console.error(line),
  now: () => number = () => performance.now(),
): (text: () => string) => void {
  const startedMs = now();
  let nextMs = startedMs + silenceMs;
  return (text) => {
    const atMs = now();
    if (atMs < nextMs) return;
    nextMs = atMs + pauseMs;
    write(`${Math.round((atMs - startedMs) / 1000)} s: ${text()}`);
  };
}
