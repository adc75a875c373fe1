import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

import { runCommand } from "../process/child-process.mjs";
import { installByApt } from "./install-by-apt.mjs";

// The same engine without a desktop browser. With it, browser tests take three fifths of the processor time.
const headlessShell = "chromium-headless-shell";
const commands = [headlessShell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const usualPlaces = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const usualPrograms = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Tries `CHROMIUM_PATH`, then the usual commands (the headless shell first), then Playwright's own. */
export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return configured;
  return [...listPathCandidates(), ...usualPrograms, ...(await findPlaywrightChromium())].find((path) =>
    existsSync(path),
  );
}

/**
 * As root, apt-get installs the headless shell. Otherwise any whole browser serves. If there is none, apt-get or
 * Playwright installs one.
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export async function ensureChromium(options) {
  const isRoot = process.getuid?.() === 0;
  let output = "";
  if (isRoot && !(await hasHeadlessShell())) output += (await installByApt("chromium-headless-shell", options)).output;
  if (isRoot && !(await findChromium())) output += (await installByApt("chromium", options)).output;
  if (!(await findChromium())) {
    output += (await runCommand("npx", ["playwright", "install", "chromium"], options)).output;
  }
  const installed = await findChromium();
  if (installed) return { code: 0, output: installed };
  return { code: 1, output: `${output}\nNo Chromium could be installed: install one and set CHROMIUM_PATH to it.\n` };
}

function listPathCandidates() {
  const folders = [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** Before `npm ci`, there is no Playwright. */
async function findPlaywrightChromium() {
  try {
    const { chromium } = await import("playwright");
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

function isHeadlessShell(path) {
  return path !== undefined && basename(path) === headlessShell;
}

async function hasHeadlessShell() {
  return Boolean(process.env.CHROMIUM_PATH) || isHeadlessShell(await findChromium());
}
