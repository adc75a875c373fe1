import { globSync } from "node:fs";

import { expect, test } from "vitest";

import {
  databaseFree,
  isolated,
  longWithoutPostgres,
  onBothDatabases,
  waiting,
  withSql,
} from "@/tests/support/runner/which-tests";

function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [group, words = ""] = braces;
  return words.split(",").flatMap((word) => alternativesOf(pattern.replace(group, word)));
}

function missing(patterns: readonly string[]): string[] {
  return patterns.flatMap(alternativesOf).filter((pattern) => globSync(pattern).length === 0);
}

test("every list of tests names files that are there", () => {
  const both = onBothDatabases.map((name) => `tests/${name}.test.ts`);
  const rooms = withSql.map((room) => `lib/${room}/**/*.test.ts`);
  const views = isolated.filter((pattern) => !pattern.startsWith("components/"));
  expect(missing([...views, ...waiting, ...longWithoutPostgres, ...databaseFree, ...both, ...rooms])).toEqual([]);
});

test("a file that moved is missed", () => {
  expect(missing(["lib/orders/**/{deadlocks,gone}.test.ts"])).toEqual(["lib/orders/**/gone.test.ts"]);
});
