import { execFileSync } from "node:child_process";
import { cpus } from "node:os";

import { tableLines } from "@/scripts/command/text-table";

import type { Bar, Result } from "./figure";

export type Run = {
  at: string;
  commit: string;
  node: string;
  processors: string;
  /** The load average of the last minute, before the run. */
  loadBefore: number;
  postgres: string;
  isQuick: boolean;
  results: Result[];
};

/** Marked if files other than documents differ from the commit. */
export function currentCommit(): string {
  const isChanged = gitSays("status", "--porcelain", "--", ".", ":!*.md") !== "";
  return `${gitSays("rev-parse", "--short", "HEAD")}${isChanged ? " and changes" : ""}`;
}

export function currentProcessors(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model.trim() ?? "unknown"}`;
}

export function describeResults(results: readonly Result[]): string[] {
  const headings = [
    ["figure", "left"],
    ["ours", "right"],
    ["floor", "right"],
    ["figure", "right"],
    ["bar", "right"],
    ["reached", "left"],
  ] as const;
  const remarks = results.flatMap(({ name, failures, note }) => [
    ...(note ? [`  ${name}: ${note}`] : []),
    ...Object.entries(failures).map(([reason, count]) => `  ${name}: FAILED ${count} times: ${reason}`),
  ]);
  return [...tableLines(headings, results.map(formatRow)), ...remarks];
}

function gitSays(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

function barText(bar: Bar): string {
  return "least" in bar ? `>= ${bar.least}` : `<= ${bar.most}`;
}

function shown(value: number | null): string {
  if (value === null) return "";
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function formatRow({ name, unit, bar, ours, floor, figure, reaches }: Result): string[] {
  const withUnit = (value: number | null) => (value === null ? "" : `${shown(value)} ${unit}`);
  return [name, withUnit(ours), withUnit(floor), shown(figure), barText(bar), reaches ? "yes" : "NO"];
}
