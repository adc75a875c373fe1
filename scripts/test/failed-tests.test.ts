import { join } from "node:path";

import { expect, it } from "vitest";

import { listPlaywrightFailures, listVitestFailures } from "./failed-tests.mjs";

it("names each failed unit test with the first line of its message, and a file that could not be read", () => {
  const report = {
    testResults: [
      {
        name: join(process.cwd(), "lib/a.test.ts"),
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          {
            status: "failed",
            fullName: "sums up",
            failureMessages: ["\u001b[31mAssertionError: 1 is not 2\u001b[0m\n  at a.ts"],
          },
        ],
      },
      { name: join(process.cwd(), "lib/b.test.ts"), status: "failed", message: "Cannot find c", assertionResults: [] },
      { name: join(process.cwd(), "lib/d.test.ts"), status: "passed", assertionResults: [] },
    ],
  };
  expect(listVitestFailures(report)).toEqual([
    "lib/a.test.ts › sums up: AssertionError: 1 is not 2",
    "lib/b.test.ts › the file: Cannot find c",
  ]);
});

it("names each failed browser test in its groups, and errors outside of tests", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "a.test.ts",
    tests: [{ projectName: "phone", status, results: [{ error: { message: `${title} failed\nat a.ts` } }] }],
  });
  const report = {
    suites: [
      {
        title: "a.test.ts",
        specs: [spec("opens", "expected")],
        suites: [{ title: "buying in fr", specs: [spec("pays", "unexpected")] }],
      },
    ],
    errors: [{ message: "No browser" }],
  };
  expect(listPlaywrightFailures(report)).toEqual([
    "a.test.ts › phone › buying in fr › pays: pays failed",
    "playwright › outside of tests: No browser",
  ]);
});

it("says beneath a browser that ended how it ended", () => {
  const closed = "Target page, context or browser has been closed";
  const log = Array.from({ length: 16 }, (_, index) => `- <process did exit: signal=${index}>`);
  const report = { suites: [], errors: [{ message: [closed, "<launching> chromium", ...log].join("\n") }] };
  const [first, ...beneath] = listPlaywrightFailures(report)[0]?.split("\n") ?? [];
  expect(first).toBe(`playwright › outside of tests: ${closed}`);
  expect(beneath.map((line) => line.trim())).toEqual(log);
});
