import { installDependencies } from "./node/dependencies.mjs";
import { endWithNpm } from "./node/end-with-npm.mjs";
import { switchToBundledNode } from "./node/own-node.mjs";
import { runCommand } from "./process/child-process.mjs";
import { ensureChromium } from "./programs/chromium.mjs";
import { ensureNginx } from "./programs/nginx.mjs";
import { ensurePrometheus } from "./programs/prometheus.mjs";
import { runBrowserTests } from "./test/playwright.mjs";
import { createStepRunner } from "./test/step-runner.mjs";
import { runTests } from "./test/vitest.mjs";

const quick = process.argv.includes("--quick");
if (process.argv.includes("--all")) process.env.TEST_TIER = "all";

const nodeCommands = {
  typegen: ["node_modules/next/dist/bin/next", "typegen"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false"],
  lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  layout: ["--import", "tsx", "scripts/check-layout.ts"],
  messages: ["--import", "tsx", "scripts/check-messages.ts"],
  unused: ["node_modules/knip/bin/knip.js", "--no-config-hints"],
  build: ["scripts/build.mjs"],
};

function nodeStep(name) {
  return (options) => runCommand(process.execPath, nodeCommands[name], options);
}

/** Generates the types of routes first, because half of the imports don't resolve without them in a fresh clone. */
async function checkTypes(options) {
  const generated = await nodeStep("typegen")(options);
  return generated.code === 0 ? nodeStep("types")(options) : generated;
}

await switchToBundledNode();
const stepRunner = createStepRunner();

function stop(signal) {
  stepRunner.stopChildren(signal);
  process.exit(130);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
endWithNpm(() => stop("SIGTERM"));

const tests = (project) => [project, (options) => runTests(project, options)];
const command = (name) => [name, nodeStep(name)];
const onPostgres = (project) => (process.env.TEST_DATABASE_URL ? [tests(project)] : []);

/** These need no build. The longest come first. */
const checks = [
  tests("unit"),
  tests("isolated"),
  ["types", checkTypes],
  command("lint"),
  command("layout"),
  command("messages"),
  command("unused"),
];

const simulations = [tests("simulation"), ...onPostgres("postgres")];

/** These need the built app. The longest come first. */
const serverTests = [...onPostgres("http-postgres"), ["e2e", runBrowserTests], tests("http")];

/** Fault tests mostly wait for processes to die, so these run beside the two longest steps. */
const besideServerTests = [...onPostgres("faults-postgres"), tests("faults"), ...simulations];

async function runInTurn(steps) {
  for (let step = steps.shift(); step; step = steps.shift()) await stepRunner.run(...step);
}

async function runTwoAtATime(steps) {
  await Promise.all([runInTurn(steps), runInTurn(steps)]);
}

async function runEverything() {
  let tellBuilt;
  const built = new Promise((resolve) => {
    tellBuilt = resolve;
  });
  const build = (options) => {
    const result = nodeStep("build")({ ...options, env: { TYPES_ARE_CHECKED: "1" } });
    tellBuilt(result);
    return result;
  };
  const onBuild = ([name, work]) => [
    name,
    async (options) => ((await built).code === 0 ? work(options) : { code: 1, output: "There is no build." }),
  ];
  const beside = built.then(() => runInTurn(besideServerTests.map(onBuild)));
  await runTwoAtATime([...checks, ["build", build], ...serverTests.map(onBuild)]);
  await beside;
}

async function main() {
  if (!(await stepRunner.run("install", installDependencies))) return;
  if (quick) return runTwoAtATime([...checks, ...simulations]);
  await stepRunner.run("chromium", ensureChromium);
  await stepRunner.run("nginx", ensureNginx);
  await stepRunner.run("prometheus", ensurePrometheus);
  await runEverything();
}

await main();
process.exitCode = stepRunner.finish();
