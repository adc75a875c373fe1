import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

import { runCommand } from "../process/child-process.mjs";
import { installByApt } from "./install-by-apt.mjs";

// The same engine without a desktop browser around it: browser tests take three fifths of the processor's time.
const headlessShell = "chromium-headless-shell";
const commands = [headlessShell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const usualPlaces = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const usualPrograms = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

function inPath() {
  const folders = [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** Playwright's own browser, where it is installed; before `npm ci` there is no Playwright to ask. */
async function ofPlaywright() {
  try {
    const { chromium } = await import("playwright");
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

/**
 * Where a Chromium lies: `CHROMIUM_PATH`, then the usual commands, the headless shell first, then Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  return [...inPath(), ...usualPrograms, ...(await ofPlaywright())].find((path) => existsSync(path));
}

/** @param {string | undefined} path */
function isHeadlessShell(path) {
  return path !== undefined && basename(path) === headlessShell;
}

/** True where a browser is there that tests should use: the one that was named, else a headless shell. */
async function isFit() {
  return Boolean(process.env.CHROMIUM_PATH) || isHeadlessShell(await findChromium());
}

/**
 * Makes sure that a Chromium is there. As root apt-get installs the headless shell, also beside a whole browser; where
 * it can't, a whole browser serves, one that is installed or else one of apt-get's or Playwright's own.
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string}>} `output` is the browser's path, or why there is none
 */
export async function ensureChromium(options) {
  const isRoot = process.getuid?.() === 0;
  let output = "";
  if (isRoot && !(await isFit())) output += (await installByApt("chromium-headless-shell", options)).output;
  if (isRoot && !(await findChromium())) output += (await installByApt("chromium", options)).output;
  if (!(await findChromium())) {
    output += (await runCommand("npx", ["playwright", "install", "chromium"], options)).output;
  }
  const installed = await findChromium();
  if (installed) return { code: 0, output: installed };
  return { code: 1, output: `${output}\nNo Chromium could be installed: install one and set CHROMIUM_PATH to it.\n` };
}
