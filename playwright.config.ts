import "./scripts/node/require-node.mjs";

import { defineConfig } from "playwright/test";

import "./tests/simulation/outside-next.mjs";
import { launchOptions } from "./tests/support/browser/open-pages";
import { fullRunOnly } from "./tests/support/runner/tier";
import { isFullRun } from "./tests/support/runner/which-tests";

// Playwright sets FORCE_COLOR for its workers, and Node warns in every command if NO_COLOR is set too.
delete process.env.NO_COLOR;

// Browser tests always run on the embedded database.
process.env.TEST_DATABASE_URL = "";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.test.ts",
  outputDir: ".cache/e2e",
  globalSetup: "./tests/support/runner/prepare-run.ts",
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  // A slow machine may take a few times as long as usual.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reportSlowTests: null,
  reporter: [["list"], ["json", { outputFile: ".cache/tests-e2e.json" }]],
  use: {
    launchOptions: await launchOptions(),
    // Screenshots and DOM snapshots would slow the pages. `npm run e2e -- --trace on` records them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
  grepInvert: isFullRun ? [] : [new RegExp(`${fullRunOnly.tag}\\b`)],
});
