import { mkdirSync, readFileSync, rmSync } from "node:fs";

import { runCommand } from "../process/child-process.mjs";
import { listVitestFailures } from "./failed-tests.mjs";

/**
 * @param {string} project
 * @param {Parameters<typeof runCommand>[2]} [options]
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
  return { ...run, ...readReport(file) };
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return { passed: report.numPassedTests, failures: listVitestFailures(report) };
  } catch {
    return { passed: 0, failures: [] };
  }
}
