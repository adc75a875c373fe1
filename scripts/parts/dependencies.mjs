import { existsSync, readFileSync } from "node:fs";

import { runCommand } from "./child-process.mjs";

// npm writes this file at the end of an install, so a half-done one has none or an old one.
const installedMark = "node_modules/.package-lock.json";

function packagesOf(file) {
  return Object.entries(JSON.parse(readFileSync(file, "utf8")).packages);
}

/**
 * True when everything that the lock file names is installed in the version that it names. What is optional may be
 * missing: it is for other systems.
 * @returns {boolean}
 */
export function isInstalled() {
  if (!existsSync(installedMark)) return false;
  const installed = new Map(packagesOf(installedMark));
  return packagesOf("package-lock.json").every(([path, { version, optional }]) => {
    const found = installed.get(path);
    return path === "" || (found ? found.version === version : optional === true);
  });
}

/**
 * Installs what the lock file names, if anything is missing.
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export async function installDependencies(options) {
  if (isInstalled()) return { code: 0, output: "" };
  // A production shell would leave out what builds and tests need.
  const flags = ["--include=dev", "--no-audit", "--no-fund"];
  const exact = await runCommand("npm", ["ci", ...flags], options);
  if (!exact.output.includes("EUSAGE")) return exact;
  // `npm ci` refuses a lock file that leaves out optional packages of other systems; this keeps its versions all the
  // same.
  return runCommand("npm", ["install", "--no-save", ...flags], options);
}
