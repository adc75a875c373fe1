import { globSync } from "node:fs";

import { expect, test } from "vitest";

import {
  bothDatabaseTests,
  databaseIndependentTests,
  databaseRooms,
  fullRunTests,
  isolatedTests,
  slowEmbeddedTests,
} from "@/tests/support/runner/which-tests";

function listAlternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [group, words = ""] = braces;
  return words.split(",").flatMap((word) => listAlternatives(pattern.replace(group, word)));
}

function missing(patterns: readonly string[]): string[] {
  return patterns.flatMap(listAlternatives).filter((pattern) => globSync(pattern).length === 0);
}

test("every list of tests names files that are there", () => {
  const both = bothDatabaseTests.map((name) => `tests/${name}.test.ts`);
  const rooms = databaseRooms.map((room) => `lib/${room}/**/*.test.ts`);
  const views = isolatedTests.filter((pattern) => !pattern.startsWith("components/"));
  expect(
    missing([...views, ...fullRunTests, ...slowEmbeddedTests, ...databaseIndependentTests, ...both, ...rooms]),
  ).toEqual([]);
});

test("a file that moved is missed", () => {
  expect(missing(["lib/orders/**/{deadlocks,gone}.test.ts"])).toEqual(["lib/orders/**/gone.test.ts"]);
});
