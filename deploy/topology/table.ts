import { tableLines } from "@/scripts/command/text-table";

import type { Experience } from "./diary";

/** A step that was gone through: what buyers met meanwhile, how long it took, and what it has to say. */
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

/** A time in seconds with one decimal. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The table of all steps. */
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
