import "./scripts/node/require-node.mjs";

import { defineConfig } from "playwright/test";

import "./tests/simulation/outside-next.mjs";
import { launchOptions } from "./tests/support/browser/open-pages";
import { waiting } from "./tests/support/runner/tier";
import { runsAll } from "./tests/support/runner/which-tests";

// Playwright tells its workers FORCE_COLOR, and Node warns in every command of a test where there is NO_COLOR too.
delete process.env.NO_COLOR;

// Browser tests run on the embedded database, whatever the others run on.
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
  timeout: 60_000,
  expect: { timeout: 30_000 },
  reportSlowTests: null,
  reporter: [["list"], ["json", { outputFile: ".cache/tests-e2e.json" }]],
  use: {
    launchOptions: await launchOptions(),
    // Pictures and the DOM of each moment would cost what the pages need: `npm run e2e -- --trace on` has them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
  },
  grepInvert: runsAll ? [] : [new RegExp(`${waiting.tag}\\b`)],
});
