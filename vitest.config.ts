import "./scripts/node/require-node.mjs";

import { fileURLToPath } from "node:url";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { defineConfig } from "vitest/config";

import {
  databaseFree,
  isolated,
  longWithoutPostgres,
  onBothDatabases,
  onPostgresAlone,
  runsAll,
  waiting,
  withSql,
} from "./tests/support/runner/which-tests.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

const alias = [
  // Outside Next nothing resolves the marker to its harmless half.
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
  { find: /^@\//, replacement: root },
];

/** Files of one worker share what they load; what a test leaves behind it ends itself. */
const isolate = false;

/** What is awaited may take its time on a busy machine. */
const patience = { poll: { timeout: 20_000 } };

/** What makes the template database on PostgreSQL before the workers ask for it. */
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
 * Seeded runs of the order core against everything that goes wrong: they need no server, and a processor for a minute.
 */
const simulationProject: TestProjectInlineConfiguration = {
  resolve: { alias },
  test: {
    name: "simulation",
    include: ["tests/simulation/*.test.ts"],
    exclude: runsAll ? [] : waiting,
    environment: "node",
    isolate,
    testTimeout: 900_000,
    hookTimeout: 60_000,
    retry: 0,
    maxWorkers: 1,
    sequence: { groupOrder: 6 },
  },
};

/** Tests against the built app: each file starts its own server, so few at a time and with patience. */
function serverProject(project: ServerProject): TestProjectInlineConfiguration {
  const { name, folder, maxWorkers, groupOrder, databaseUrl = "", testTimeout = 60_000, exclude = [] } = project;
  const include = project.include ?? [`tests/${folder}/**/*.test.ts`];
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...(runsAll ? [] : waiting), ...exclude],
      environment: "./tests/support/runner/server-environment.ts",
      isolate,
      expect: patience,
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

/** Tests beside their file. The embedded database serves them all; what has SQL runs on PostgreSQL once more. */
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
        ...(runsAll ? [] : waiting),
        ...exclude,
      ],
      environment: "node",
      isolate,
      expect: patience,
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

/** What this run leaves out on the embedded database. */
const leftToPostgres = runsAll || databaseUrl ? [] : longWithoutPostgres;

/** What of a folder runs on the embedded database: all of it, where there is no other. */
function onEmbedded(folder: string): Pick<ServerProject, "include" | "exclude"> {
  if (!databaseUrl) return { exclude: leftToPostgres };
  if (runsAll) return { exclude: databaseFree };
  const again = onBothDatabases.filter((name) => name.startsWith(`${folder}/`));
  return { include: again.map((name) => `tests/${name}.test.ts`) };
}

const isolatedProject: TestProjectInlineConfiguration = {
  resolve: { alias },
  test: {
    name: "isolated",
    include: isolated,
    environment: "node",
    expect: patience,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ["tests/support/runner/unit-setup.ts"],
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
};

// Two, beside two browsers and a fault: with more of them on two processors each waits for the others past its limits.
const http = { folder: "http", maxWorkers: 2, testTimeout: 240_000 };

// A fault needs a server that dies, another that heals, and at times the gateway's twenty seconds.
const faults = { folder: "faults", maxWorkers: 1, testTimeout: 120_000 };

/** Lines of the server's log that tell nothing bad, of which a simulation writes thousands. */
const quietLine = /^\{"time":"[^"]+","level":"info"/;

export default defineConfig({
  test: {
    // At the end of a worker the server of its files ends too.
    teardownTimeout: 90_000,
    onConsoleLog: (text) => !quietLine.test(text),
    projects: [
      unitProject("unit", ["**/*.test.{ts,tsx}"], "", 0, [
        ...isolated,
        ...leftToPostgres,
        ...(databaseUrl && !runsAll ? onPostgresAlone : []),
      ]),
      isolatedProject,
      ...(databaseUrl ? [unitProject("postgres", [`lib/{${withSql.join()}}/**/*.test.ts`], databaseUrl, 4)] : []),
      simulationProject,
      serverProject({ name: "http", ...http, ...onEmbedded("http"), groupOrder: 1 }),
      ...(databaseUrl ? [serverProject({ name: "http-postgres", ...http, groupOrder: 5, databaseUrl })] : []),
      serverProject({ name: "faults", ...faults, ...onEmbedded("faults"), groupOrder: 2 }),
      ...(databaseUrl ? [serverProject({ name: "faults-postgres", ...faults, groupOrder: 6, databaseUrl })] : []),
    ],
  },
});
