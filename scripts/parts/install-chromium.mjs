import { runCommand } from "./child-process.mjs";
import { findChromium, isHeadlessShell } from "./chromium.mjs";
import { installByApt } from "./install-by-apt.mjs";

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
