import "server-only";

import { readFileSync } from "node:fs";

import type { Problem } from "./env.rules";

/** Secrets that may lie in a file instead, which `…_FILE` names: an environment is inherited and shown, files less. */
const fromFiles = ["METRICS_TOKEN"] as const;

function readValue(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

/** The values of variables whose files are given, and what is wrong with those. */
export function valuesFromFiles(given: Record<string, string | undefined>): {
  values: Record<string, string>;
  problems: Problem[];
} {
  const values: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const name of fromFiles) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (!path) continue;
    const value = readValue(path);
    if (given[name]) problems.push({ variable, message: `cannot be set together with ${name}` });
    else if (value === null) problems.push({ variable, message: "names no file that can be read and holds something" });
    else values[name] = value;
  }
  return { values, problems };
}
