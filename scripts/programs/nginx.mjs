import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installByApt } from "./install-by-apt.mjs";

const usualPlaces = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

export function findNginx() {
  if (process.env.NGINX_PATH) return process.env.NGINX_PATH;
  const folders = [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

/**
 * Installs nginx as root. Without it, tests that need one are left out.
 * @param {Parameters<typeof installByApt>[1]} [options]
 */
export async function ensureNginx(options) {
  const path = findNginx();
  if (path) return { code: 0, output: path };
  if (process.getuid?.() !== 0) {
    console.log("    There is no nginx: what stands behind one is left out. Install one, or set NGINX_PATH to it.");
    return { code: 0, output: "" };
  }
  const installed = await installByApt("nginx-light", options);
  return findNginx() ? { code: 0, output: "" } : { code: 1, output: installed.output };
}
