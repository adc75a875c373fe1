import { runCommand } from "./parts/child-process.mjs";
import { installDependencies } from "./parts/dependencies.mjs";
import { ensureChromium } from "./parts/install-chromium.mjs";
import { ensureNginx } from "./parts/install-nginx.mjs";
import { requireNode } from "./parts/node-version.mjs";
import { runBrowserTests } from "./parts/playwright-step.mjs";
import { createBoard } from "./parts/step-board.mjs";
import { runTests } from "./parts/vitest-step.mjs";

const quick = process.argv.includes("--quick");

const nodeCommands = {
  typegen: ["node_modules/next/dist/bin/next", "typegen"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false"],
  lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  layout: ["--import", "tsx", "scripts/check-layout.ts"],
  messages: ["--import", "tsx", "scripts/check-messages.ts"],
  build: ["scripts/build.mjs"],
};

function nodeStep(name) {
  return (options) => runCommand(process.execPath, nodeCommands[name], options);
}

/** The types of routes are generated: without them, and on a fresh clone, half of the tree does not resolve. */
async function checkTypes(options) {
  const generated = await nodeStep("typegen")(options);
  return generated.code === 0 ? nodeStep("types")(options) : generated;
}

requireNode();
const board = createBoard();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    board.stopChildren(signal);
    process.exit(130);
  });
}

/** Two tracks for two cores: what needs no answer of the other runs beside it. */
async function runChecks() {
  const typesThenRest = async () => {
    await board.run("types", checkTypes);
    await board.run("lint", nodeStep("lint"));
    await board.run("layout", nodeStep("layout"));
    await board.run("messages", nodeStep("messages"));
    await board.run("simulation", (options) => runTests("simulation", options));
    if (process.env.TEST_DATABASE_URL) await board.run("postgres", (options) => runTests("postgres", options));
  };
  await Promise.all([typesThenRest(), board.run("unit", (options) => runTests("unit", options))]);
}

/** Runs a project of the tests here, and then on PostgreSQL where there is one. */
async function runTwice(project) {
  await board.run(project, (options) => runTests(project, options));
  const again = `${project}-postgres`;
  if (process.env.TEST_DATABASE_URL) await board.run(again, (options) => runTests(again, options));
}

/**
 * Tests of the built app. Those of faults spend most of their time waiting for processes that die: they run beside
 * others.
 */
async function runServerTests() {
  if (!(await board.run("build", nodeStep("build")))) return;
  const httpThenBrowser = async () => {
    await runTwice("http");
    await board.run("e2e", runBrowserTests);
  };
  await Promise.all([httpThenBrowser(), runTwice("faults")]);
}

async function main() {
  if (!(await board.run("install", installDependencies))) return;
  if (!quick) {
    await board.run("chromium", ensureChromium);
    await board.run("nginx", ensureNginx);
  }
  await runChecks();
  if (!quick) await runServerTests();
}

await main();
process.exitCode = board.finish();
