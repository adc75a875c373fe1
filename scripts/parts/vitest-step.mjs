import { mkdirSync, readFileSync, rmSync } from "node:fs";

import { runCommand } from "./child-process.mjs";

/** A file that could not even be read has no tests to fail: it counts as one. */
function countReport(report) {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

function readReport(file) {
  try {
    return countReport(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * Runs one project of the tests and counts them. A run that fails without a failed test counts as one failure.
 * @param {string} project
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string, passed: number, failed: number}>}
 */
export async function runTests(project, options) {
  const file = `.cache/tests-${project}.json`;
  mkdirSync(".cache", { recursive: true });
  rmSync(file, { force: true });
  const vitestArguments = [
    "run",
    "--project",
    project,
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const run = await runCommand(process.execPath, ["node_modules/vitest/vitest.mjs", ...vitestArguments], {
    ...options,
    env: { NO_COLOR: "1" },
  });
  const { passed, failed } = readReport(file);
  return { ...run, passed, failed: run.code !== 0 && failed === 0 ? 1 : failed };
}
