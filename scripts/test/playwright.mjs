import { readFileSync, rmSync } from "node:fs";

import { runCommand } from "../process/child-process.mjs";
import { listPlaywrightFailures } from "./failed-tests.mjs";

// The same path as in playwright.config.ts.
const reportFile = ".cache/tests-e2e.json";

/** @param {Parameters<typeof runCommand>[2]} [options] */
export async function runBrowserTests(options) {
  rmSync(reportFile, { force: true });
  const run = await runCommand(process.execPath, ["node_modules/playwright/cli.js", "test"], {
    ...options,
    env: { FORCE_COLOR: "0" },
  });
  return { ...run, ...readReport() };
}

function readReport() {
  try {
    const report = JSON.parse(readFileSync(reportFile, "utf8"));
    return { passed: report.stats.expected, failures: listPlaywrightFailures(report) };
  } catch {
    return { passed: 0, failures: [] };
  }
}
