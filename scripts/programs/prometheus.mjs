import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installByApt } from "./install-by-apt.mjs";

const usualPlaces = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Looks in the folder `PROMETHEUS_PATH`, then in the usual places. @param {"prometheus" | "promtool"} program */
export function findPrometheus(program) {
  const configured = process.env.PROMETHEUS_PATH;
  const folders = configured ? [configured] : [...usualPlaces, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/**
 * Installs Prometheus as root. Without it, tests that need one are left out.
 * @param {Parameters<typeof installByApt>[1]} [options]
 */
export async function ensurePrometheus(options) {
  const path = findPrometheus("promtool");
  if (path) return { code: 0, output: path };
  if (process.getuid?.() !== 0) {
    console.log(
      "    There is no Prometheus: tests of its rules are left out. Install one, or set PROMETHEUS_PATH to it.",
    );
    return { code: 0, output: "" };
  }
  const installed = await installByApt("prometheus", options);
  return findPrometheus("promtool") ? { code: 0, output: "" } : { code: 1, output: installed.output };
}
