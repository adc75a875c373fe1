import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { runCommand } from "../process/child-process.mjs";

// npm writes this file at the end of an install, so an interrupted install has none or an old one.
const installedMark = "node_modules/.package-lock.json";

/** Optional packages may be missing, because they are for other systems. */
export function isInstalled() {
  if (!existsSync(installedMark)) return false;
  const installed = new Map(listPackages(installedMark));
  return listPackages("package-lock.json").every(([path, entry]) => {
    const found = installed.get(path);
    if (path === "" || found) return path === "" || found.version === entry.version;
    return entry.optional === true && !isOwnNode(path, entry);
  });
}

/** @param {Parameters<typeof runCommand>[2]} [options] */
export async function installDependencies(options) {
  if (isInstalled()) return { code: 0, output: "" };
  // Some shells are configured to leave out development or optional packages.
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const run = { ...options, env: { ...options?.env, PATH: getNpmPath() } };
  const exact = await runCommand("npm", ["ci", ...flags], run);
  if (!exact.output.includes("EUSAGE")) return exact;
  // `npm ci` refuses a lock file without the optional packages of other systems. This command keeps its versions.
  return runCommand("npm", ["install", "--no-save", ...flags], run);
}

function listPackages(file) {
  return Object.entries(JSON.parse(readFileSync(file, "utf8")).packages);
}

/** The package with Node.js for this system. It is optional, because each system has another. */
function isOwnNode(path, { os, cpu }) {
  return /^node_modules\/node-\w+-\w+$/.test(path) && String(os) === process.platform && String(cpu) === process.arch;
}

/** npm empties node_modules, so it must not run on the Node.js in there. */
function getNpmPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !folder.endsWith(join("node_modules", ".bin"))).join(delimiter);
}
