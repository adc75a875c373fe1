import { tableLines } from "@/scripts/command/text-table";

import type { Experience } from "./diary";

export type Passed = { step: string; tookMs: number; met: Experience; note: string };

const headings = [
  ["step", "left"],
  ["took", "right"],
  ["longest gap", "right"],
  ["sold", "right"],
  ["failed calls", "right"],
  ["made again", "right"],
  ["refused", "right"],
  ["", "left"],
] as const;

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function resultLines(passed: readonly Passed[]): string[] {
  const rows = passed.map(({ step, tookMs, met, note }) => [
    step,
    seconds(tookMs),
    seconds(met.gapMs),
    ...[met.acknowledged, met.failed, met.retried, met.refused].map(String),
    note,
  ]);
  return tableLines(headings, rows);
}
