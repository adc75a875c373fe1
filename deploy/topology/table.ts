import { tableLines } from "@/scripts/command/text-table";

import type { Experience } from "./diary";

export type StepResult = { step: string; tookMs: number; experience: Experience; note: string };

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

export function resultLines(results: readonly StepResult[]): string[] {
  const rows = results.map(({ step, tookMs, experience, note }) => [
    step,
    seconds(tookMs),
    seconds(experience.gapMs),
    ...[experience.acknowledged, experience.failed, experience.retried, experience.refused].map(String),
    note,
  ]);
  return tableLines(headings, rows);
}
