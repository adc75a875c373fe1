import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const usualPlaces = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/**
 * Where a program of Prometheus lies: in the folder `PROMETHEUS_PATH`, then the usual places.
 * @param {"prometheus" | "promtool"} program
 * @returns {string | undefined}
 */
export function findPrometheus(program) {
  const given = process.env.PROMETHEUS_PATH;
  const folders = given ? [given] : [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
