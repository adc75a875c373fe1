import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { runCommand } from "../process/child-process.mjs";

// npm writes this file at the end of an install, so a half-done one has none or an old one.
const installedMark = "node_modules/.package-lock.json";

function packagesOf(file) {
  return Object.entries(JSON.parse(readFileSync(file, "utf8")).packages);
}

/** True for the package that brings Node.js for this system. It is optional only because it is another elsewhere. */
function isOwnNode(path, { os, cpu }) {
  return /^node_modules\/node-\w+-\w+$/.test(path) && String(os) === process.platform && String(cpu) === process.arch;
}

/**
 * True when everything that the lock file names is installed in the version that it names. What is optional may be
 * missing: it is for other systems.
 * @returns {boolean}
 */
export function isInstalled() {
  if (!existsSync(installedMark)) return false;
  const installed = new Map(packagesOf(installedMark));
  return packagesOf("package-lock.json").every(([path, entry]) => {
    const found = installed.get(path);
    if (path === "" || found) return path === "" || found.version === entry.version;
    return entry.optional === true && !isOwnNode(path, entry);
  });
}

/** Where npm finds its own Node.js: it empties node_modules, and with it the one that it would find there. */
function pathOfNpm() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !folder.endsWith(join("node_modules", ".bin"))).join(delimiter);
}

/**
 * Installs what the lock file names, if anything is missing.
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export async function installDependencies(options) {
  if (isInstalled()) return { code: 0, output: "" };
  // A production shell would leave out what builds and tests need, and some shells what is optional.
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const run = { ...options, env: { ...options?.env, PATH: pathOfNpm() } };
  const exact = await runCommand("npm", ["ci", ...flags], run);
  if (!exact.output.includes("EUSAGE")) return exact;
  // `npm ci` refuses a lock file that leaves out optional packages of other systems; this keeps its versions all the
  // same.
  return runCommand("npm", ["install", "--no-save", ...flags], run);
}
