import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installByApt } from "./install-by-apt.mjs";

const usualPlaces = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/**
 * Where an nginx lies: `NGINX_PATH`, then the usual places.
 * @returns {string | undefined}
 */
export function findNginx() {
  if (process.env.NGINX_PATH) return process.env.NGINX_PATH;
  const folders = [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

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
