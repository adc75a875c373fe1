import { installByApt } from "./install-by-apt.mjs";
import { findPrometheus } from "./prometheus.mjs";

/**
 * Makes sure that a Prometheus is there where root can install one; without it what needs one is left out.
 * @param {Parameters<typeof installByApt>[1]} [options]
 * @returns {Promise<{code: number, output: string}>} `output` is its path, or why there is none
 */
export async function ensurePrometheus(options) {
  const found = findPrometheus("promtool");
  if (found) return { code: 0, output: found };
  if (process.getuid?.() !== 0) {
    console.log(
      "    There is no Prometheus: tests of its rules are left out. Install one, or set PROMETHEUS_PATH to it.",
    );
    return { code: 0, output: "" };
  }
  const installed = await installByApt("prometheus", options);
  return findPrometheus("promtool") ? { code: 0, output: "" } : { code: 1, output: installed.output };
}
