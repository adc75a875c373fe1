import { installByApt } from "./install-by-apt.mjs";
import { findNginx } from "./nginx.mjs";

/**
 * Makes sure that an nginx is there where root can install one; without it what needs one is left out.
 * @param {Parameters<typeof installByApt>[1]} [options]
 * @returns {Promise<{code: number, output: string}>} `output` is its path, or why there is none
 */
export async function ensureNginx(options) {
  const found = findNginx();
  if (found) return { code: 0, output: found };
  if (process.getuid?.() !== 0) {
    console.log("    There is no nginx: what stands behind one is left out. Install one, or set NGINX_PATH to it.");
    return { code: 0, output: "" };
  }
  const installed = await installByApt("nginx-light", options);
  return findNginx() ? { code: 0, output: "" } : { code: 1, output: installed.output };
}
