import "./scripts/node/require-node.mjs";

import { fileURLToPath } from "node:url";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { defineConfig } from "vitest/config";

import {
  bothDatabaseTests,
  databaseIndependentTests,
  databaseRooms,
  fullRunTests,
  isFullRun,
  isolatedTests,
  postgresOnlyTests,
  slowEmbeddedTests,
} from "./tests/support/runner/which-tests.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

const alias = [
  // Outside Next, the package `server-only` would throw, so it is replaced by its empty file.
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
  { find: /^@\//, replacement: root },
];

/** Test files in one worker share their modules, so each test cleans up after itself. */
const isolate = false;

/** `expect.poll` waits this long, because the machine may be busy. */
const pollOptions = { poll: { timeout: 60_000 } };

/** Creates the template database on PostgreSQL before the workers need it. */
const preparePostgres = "tests/support/runner/prepare-postgres.ts";

type ServerProject = {
  name: string;
  folder: string;
  include?: string[];
  maxWorkers: number;
  groupOrder: number;
  databaseUrl?: string;
  testTimeout?: number;
  exclude?: string[];
};

/**
 * The simulation: seeded random runs of the order code with injected faults. It needs no server and takes a minute.
 */
const simulationProject: TestProjectInlineConfiguration = {
  resolve: { alias },
  test: {
    name: "simulation",
    include: ["tests/simulation/*.test.ts"],
    exclude: isFullRun ? [] : fullRunTests,
    environment: "node",
    isolate,
    testTimeout: 900_000,
    hookTimeout: 60_000,
    retry: 0,
    maxWorkers: 1,
    sequence: { groupOrder: 6 },
  },
};

/** Tests against the built app. Each file starts its own server, so few run at a time and with long timeouts. */
function serverProject(project: ServerProject): TestProjectInlineConfiguration {
  const { name, folder, maxWorkers, groupOrder, databaseUrl = "", testTimeout = 60_000, exclude = [] } = project;
  const include = project.include ?? [`tests/${folder}/**/*.test.ts`];
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...(isFullRun ? [] : fullRunTests), ...exclude],
      environment: "./tests/support/runner/server-environment.ts",
      isolate,
      expect: pollOptions,
      env: { TEST_DATABASE_URL: databaseUrl },
      testTimeout,
      hookTimeout: 300_000,
      retry: 0,
      maxWorkers,
      sequence: { groupOrder },
      globalSetup: ["tests/support/runner/prepare-run.ts", ...(databaseUrl ? [preparePostgres] : [])],
    },
  };
}

/** Tests that lie beside the code. All run on the embedded database, and those of code with SQL also on PostgreSQL. */
function unitProject(
  name: string,
  include: string[],
  databaseUrl: string,
  groupOrder: number,
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [
        ...["tests/**", "**/node_modules/**", ".next/**", ".cache/**", ".data/**"],
        ...(isFullRun ? [] : fullRunTests),
        ...exclude,
      ],
      environment: "node",
      isolate,
      expect: pollOptions,
      env: { TEST_DATABASE_URL: databaseUrl },
      testTimeout: 60_000,
      hookTimeout: 60_000,
      setupFiles: ["tests/support/runner/unit-setup.ts"],
      globalSetup: [databaseUrl ? preparePostgres : "tests/support/runner/prepare-memory.ts"],
      maxWorkers: 2,
      sequence: { groupOrder },
    },
  };
}

const databaseUrl = process.env.TEST_DATABASE_URL;

/** Test files that this run skips on the embedded database. */
const skippedOnEmbedded = isFullRun || databaseUrl ? [] : slowEmbeddedTests;

/** Selects the tests of a folder that run on the embedded database, which are all of them if there is no PostgreSQL. */
function selectEmbeddedTests(folder: string): Pick<ServerProject, "include" | "exclude"> {
  if (!databaseUrl) return { exclude: skippedOnEmbedded };
  if (isFullRun) return { exclude: databaseIndependentTests };
  const selected = bothDatabaseTests.filter((name) => name.startsWith(`${folder}/`));
  return { include: selected.map((name) => `tests/${name}.test.ts`) };
}

const isolatedProject: TestProjectInlineConfiguration = {
  resolve: { alias },
  test: {
    name: "isolated",
    include: isolatedTests,
    environment: "node",
    expect: pollOptions,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ["tests/support/runner/unit-setup.ts"],
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
};

// Browser and fault tests run at the same time, so more than two workers on two processors would exceed timeouts.
const http = { folder: "http", maxWorkers: 2, testTimeout: 240_000 };

// A fault test starts several servers and may wait for the gateway's timeout of 20 seconds.
const faults = { folder: "faults", maxWorkers: 1, testTimeout: 240_000 };

/** Matches info lines of the server's log, which are hidden because a simulation writes thousands. */
const infoLine = /^\{"time":"[^"]+","level":"info"/;

export default defineConfig({
  test: {
    // A worker stops its server when it ends, which takes time.
    teardownTimeout: 90_000,
    onConsoleLog: (text) => !infoLine.test(text),
    projects: [
      unitProject("unit", ["**/*.test.{ts,tsx}"], "", 0, [
        ...isolatedTests,
        ...skippedOnEmbedded,
        ...(databaseUrl && !isFullRun ? postgresOnlyTests : []),
      ]),
      isolatedProject,
      ...(databaseUrl ? [unitProject("postgres", [`lib/{${databaseRooms.join()}}/**/*.test.ts`], databaseUrl, 4)] : []),
      simulationProject,
      serverProject({ name: "http", ...http, ...selectEmbeddedTests("http"), groupOrder: 1 }),
      ...(databaseUrl ? [serverProject({ name: "http-postgres", ...http, groupOrder: 5, databaseUrl })] : []),
      serverProject({ name: "faults", ...faults, ...selectEmbeddedTests("faults"), groupOrder: 2 }),
      ...(databaseUrl ? [serverProject({ name: "faults-postgres", ...faults, groupOrder: 6, databaseUrl })] : []),
    ],
  },
});
