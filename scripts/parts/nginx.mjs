import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

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
