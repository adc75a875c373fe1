import "server-only";

import { readFileSync } from "node:fs";

import type { Problem } from "./env.rules";
import type { Environment } from "./env.schema";

/**
 * The secrets, each of which may lie in a file instead, which `…_FILE` names: an environment is inherited by every
 * child and shown by tools, files are not. `APPLE_PAY_KEY` names a file itself.
 */
export const secretNames = [
  "ADMIN_KEY",
  "BAMBORA_BOARDING_TOKEN",
  "DATABASE_URL",
  "DRAWS_TOKEN",
  "METRICS_TOKEN",
  "SECRETS_KEY",
  "SECRETS_KEY_PREVIOUS",
  "SMTP_URL",
] as const satisfies (keyof Environment)[];

/** A variable whose value may lie in a file. */
export type SecretName = (typeof secretNames)[number];

function readValue(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

/** The values of variables whose files are given, and what is wrong with those. */
export function valuesFromFiles(
  given: Record<string, string | undefined>,
  names: readonly SecretName[] = secretNames,
): {
  values: Record<string, string>;
  problems: Problem[];
} {
  const values: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const name of names) {
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
