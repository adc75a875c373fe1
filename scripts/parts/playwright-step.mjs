import { readFileSync, rmSync } from "node:fs";

import { runCommand } from "./child-process.mjs";

// As playwright.config.ts names it.
const reportFile = ".cache/tests-e2e.json";

/** A file that could not even be read has no tests to fail: its error counts as one. */
function readReport() {
  try {
    const { stats, errors } = JSON.parse(readFileSync(reportFile, "utf8"));
    return { passed: stats.expected, failed: stats.unexpected + errors.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * Runs the tests in a browser and counts them. A run that fails without a failed test counts as one failure.
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string, passed: number, failed: number}>}
 */
export async function runBrowserTests(options) {
  rmSync(reportFile, { force: true });
  const run = await runCommand(process.execPath, ["node_modules/playwright/cli.js", "test"], {
    ...options,
    env: { FORCE_COLOR: "0" },
  });
  const { passed, failed } = readReport();
  return { ...run, passed, failed: run.code !== 0 && failed === 0 ? 1 : failed };
}
