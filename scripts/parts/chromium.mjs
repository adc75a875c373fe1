import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

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

/** True for the path of a headless shell. @param {string | undefined} path */
export function isHeadlessShell(path) {
  return path !== undefined && basename(path) === headlessShell;
}
