import type { Progress } from "@/lib/progress";

import { count } from "./amounts";

/** Delay before the first progress line, then the interval between lines. */
const [firstReportMs, reportIntervalMs] = [10_000, 5000];

const partLabels: Record<Progress["part"], string> = {
  numbers: "numbers",
  orders: "orders",
  "audit-entries": "audit entries",
  payments: "rows of the gateway's report",
};

export function describeProgress({ part, drawId, done, total }: Progress): string {
  const how = total === null ? count(done) : `${count(done)} of ${count(total)}`;
  return `${how} ${partLabels[part]}${drawId === null ? "" : ` of ${drawId}`}`;
}

/** Reports progress on standard error every few seconds, after the first ten. `text` is only computed for printing. */
export function openProgress(
  write: (line: string) => void = (line) => console.error(line),
  now: () => number = () => performance.now(),
): (text: () => string) => void {
  const startedMs = now();
  let nextMs = startedMs + firstReportMs;
  return (text) => {
    const atMs = now();
    if (atMs < nextMs) return;
    nextMs = atMs + reportIntervalMs;
    write(`${Math.round((atMs - startedMs) / 1000)} s: ${text()}`);
  };
}
