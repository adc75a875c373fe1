import { runCommand } from "./child-process.mjs";
import { findChromium } from "./chromium.mjs";
import { installByApt } from "./install-by-apt.mjs";

/**
 * Makes sure that a Chromium is there: one that is installed, else by apt-get as root, else Playwright's own.
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string}>} `output` is the browser's path, or why there is none
 */
export async function ensureChromium(options) {
  const found = await findChromium();
  if (found) return { code: 0, output: found };
  let output = "";
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (process.getuid?.() !== 0 || (await findChromium())) break;
    output += (await installByApt(name, options)).output;
  }
  if (!(await findChromium())) {
    output += (await runCommand("npx", ["playwright", "install", "chromium"], options)).output;
  }
  const installed = await findChromium();
  if (installed) return { code: 0, output: installed };
  return { code: 1, output: `${output}\nNo Chromium could be installed: install one and set CHROMIUM_PATH to it.\n` };
}
