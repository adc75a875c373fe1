import { expect, test } from "vitest";

import { checkCoverage, checkNamedTests, checkSecurity, coverageDocument, securityDocument } from "./check-coverage";

function check(...rows: string[]) {
  const files: Record<string, string> = {
    [coverageDocument]: ["# Coverage", "", "| statement | proof |", "| --- | --- |", ...rows].join("\n"),
    "lib/money.test.ts": 'it("adds up in cents", () => {});',
    "lib/money.ts": "adds up in cents",
  };
  return checkCoverage((path) => files[path] ?? null);
}

test.each([
  "| Sums are exact | `lib/money.test.ts`: adds up in cents |",
  "| Sums are exact | `lib/money.test.ts`: adds up<br>`lib/money.test.ts`: in cents |",
])("accepts %j", (row) => {
  expect(check(row)).toEqual({ errors: [], warnings: [] });
});

test("warns about what is open, and nothing else", () => {
  const found = check("| Sums are exact | `lib/money.test.ts`: adds up |", "| Sums are rounded | open |");
  expect(found.errors).toEqual([]);
  expect(found.warnings).toEqual([`${coverageDocument}:6: open: Sums are rounded`]);
});

test.each([
  ["| Sums are exact | `lib/money.test.ts`: adds up in dollars |", "has no"],
  ["| Sums are exact | `lib/sums.test.ts`: adds up |", "does not exist"],
  ["| Sums are exact | `lib/money.ts`: adds up |", "is no test file"],
  ["| Sums are exact | `lib/money.test.ts` |", "is no proof"],
  ["| Sums are exact | `lib/money.test.ts`: adds up<br>trust us |", "is no proof"],
  ["| Sums are exact | |", "a statement and its proof"],
  ["| | `lib/money.test.ts`: adds up |", "a statement and its proof"],
  ["| Sums are exact |", "a statement and its proof"],
  ["| Sums are exact | openly |", "is no proof"],
])("reports what is wrong with %j", (row, hint) => {
  expect(check(row).errors.join("\n")).toContain(hint);
});

test("reports a document that is missing, or has no rows", () => {
  expect(checkCoverage(() => null).errors).toHaveLength(1);
  expect(check().errors).toHaveLength(1);
});

function checkRequirement(row: string) {
  const files: Record<string, string> = {
    [securityDocument]: ["| requirement | what we do | proof |", "| --- | --- | --- |", row].join("\n"),
    "lib/money.test.ts": 'it("adds up in cents", () => {});',
  };
  return checkSecurity((path) => files[path] ?? null);
}

test.each([
  "| 1.1 sums | in cents | `lib/money.test.ts`: adds up in cents |",
  "| 1.1 sums | | `lib/money.test.ts`: adds up<br>Not met: they are not rounded |",
  "| 1.1 sums | | Operator: whoever counts |",
])("takes the requirement %j", (row) => expect(checkRequirement(row)).toEqual([]));

test.each([
  ["| 1.1 sums | in cents | `lib/money.test.ts`: adds up in dollars |", "has no"],
  ["| 1.1 sums | in cents | `lib/sums.test.ts`: adds up |", "does not exist"],
  ["| 1.1 sums | in cents | trust us |", "is no proof"],
  ["| 1.1 sums | in cents | Not met: |", "is no proof"],
  ["| 1.1 sums | in cents | |", "a requirement, a control, a proof"],
  ["| 1.1 sums | `lib/money.test.ts`: adds up |", "a requirement, a control, a proof"],
  ["no table", "has no rows"],
])("finds what is wrong with the requirement %j", (row, hint) => {
  expect(checkRequirement(row).join()).toContain(hint);
});

test("finds what a document names as a test and isn't there, once", () => {
  const text = "Sums: `lib/money.test.ts`, `lib/sums.test.ts`, `sums.test.ts` beside it; again `lib/sums.test.ts`.";
  const wrong = ["docs/faults.md: names lib/sums.test.ts, which does not exist."];
  expect(checkNamedTests("docs/faults.md", text, new Set(["lib/money.test.ts"]))).toEqual(wrong);
});
