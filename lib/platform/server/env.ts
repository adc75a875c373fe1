import "server-only";

import { readFileSync } from "node:fs";

import { demoDefaults } from "./env.demo";
import { findDeployedProblems } from "./env.deployed";
import { findConsistencyProblems } from "./env.rules";
import type { Environment, ParsedVariables, Problem } from "./env.schema";
import { environmentSchema } from "./env.schema";

export class InvalidEnvironment extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration is incomplete, malformed or unsafe:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
    this.name = "InvalidEnvironment";
  }
}

/** Each secret may be in a file (`…_FILE`), because child processes inherit an environment and tools show it. */
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

export type SecretName = (typeof secretNames)[number];

export function readSecretFiles(
  nonEmpty: Record<string, string | undefined>,
  names: readonly SecretName[] = secretNames,
): {
  values: Record<string, string>;
  problems: Problem[];
} {
  const values: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = nonEmpty[variable];
    if (!path) continue;
    const value = readValue(path);
    if (nonEmpty[name]) problems.push({ variable, message: `cannot be set together with ${name}` });
    else if (value === null) problems.push({ variable, message: "names no file that can be read and holds something" });
    else values[name] = value;
  }
  return { values, problems };
}

/** An empty value counts as unset, and demo mode has defaults. Throws `InvalidEnvironment` with all problems. */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const nonEmpty = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const files = readSecretFiles(nonEmpty);
  const variables = { ...nonEmpty, ...files.values };
  const complete = { ...(nonEmpty.TIRAGE_MODE === "demo" ? demoDefaults(variables) : {}), ...variables };
  const parsed = environmentSchema.safeParse(complete);
  const malformed = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  const values = parseEach(complete);
  const unfit = [
    ...files.problems,
    ...findConsistencyProblems(values),
    ...findDeployedProblems(values, new Set(Object.keys(nonEmpty))),
  ];
  // If a variable or file can't be read, its other problems aren't reported.
  const unreadable = new Set(files.problems.map(({ variable }) => variable.replace(/_FILE$/, "")));
  const readableProblems = malformed.filter(({ variable }) => !unreadable.has(variable));
  const others = unfit.filter(({ variable }) => malformed.every((problem) => problem.variable !== variable));
  const problems = [...readableProblems, ...others.filter(({ variable }) => !unreadable.has(variable))];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new InvalidEnvironment(problems.map(({ variable, message }) => `${variable}: ${message}`));
}

export function env(): Environment {
  parsedEnvironment ??= parseEnvironment(process.env);
  return parsedEnvironment;
}

/** `next build` loads the server's modules but must not open the database. */
export function isBuilding(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}

export function toKeyRing({ SECRETS_KEY, SECRETS_KEY_PREVIOUS = [] }: Keys): [Uint8Array, ...Uint8Array[]] {
  const [current, ...previous] = [SECRETS_KEY, ...SECRETS_KEY_PREVIOUS].map((key) => Buffer.from(key, "base64"));
  return [current ?? Buffer.alloc(0), ...previous];
}

function readValue(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

function parseEach(source: Record<string, string | undefined>): ParsedVariables {
  const fields = Object.entries(environmentSchema.shape).map(([name, field]) => {
    const parsed = field.safeParse(source[name]);
    return [name, parsed.success ? parsed.data : undefined];
  });
  return Object.fromEntries(fields) as ParsedVariables;
}

let parsedEnvironment: Environment | undefined;

type Keys = Pick<Environment, "SECRETS_KEY"> & { SECRETS_KEY_PREVIOUS?: string[] | undefined };
