import "server-only";

import { demoDefaults } from "./env.demo";
import { deployedProblems } from "./env.deployed";
import { valuesFromFiles } from "./env.files";
import type { Given } from "./env.rules";
import { unfitProblems } from "./env.rules";
import type { Environment } from "./env.schema";
import { environmentSchema } from "./env.schema";

/** Thrown when the configuration cannot be worked with; the message lists all that is wrong, each with its variable. */
export class InvalidEnvironment extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration is incomplete, malformed or unsafe:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
    this.name = "InvalidEnvironment";
  }
}

/** The variables that are valid on their own. */
function readable(source: Record<string, string | undefined>): Given {
  const fields = Object.entries(environmentSchema.shape).map(([name, field]) => {
    const parsed = field.safeParse(source[name]);
    return [name, parsed.success ? parsed.data : undefined];
  });
  return Object.fromEntries(fields) as Given;
}

/**
 * Parses `source`; an empty value counts as unset, and demo mode has a working default for each variable. Throws
 * `InvalidEnvironment` with everything that is wrong.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const files = valuesFromFiles(given);
  const told = { ...given, ...files.values };
  const complete = { ...(given.TIRAGE_MODE === "demo" ? demoDefaults(told) : {}), ...told };
  const parsed = environmentSchema.safeParse(complete);
  const malformed = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  const values = readable(complete);
  const unfit = [...files.problems, ...unfitProblems(values), ...deployedProblems(values, new Set(Object.keys(given)))];
  // Of a variable that cannot be read, or whose file cannot, nothing else is known.
  const unreadable = new Set(files.problems.map(({ variable }) => variable.replace(/_FILE$/, "")));
  const known = malformed.filter(({ variable }) => !unreadable.has(variable));
  const others = unfit.filter(({ variable }) => malformed.every((problem) => problem.variable !== variable));
  const problems = [...known, ...others.filter(({ variable }) => !unreadable.has(variable))];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new InvalidEnvironment(problems.map(({ variable, message }) => `${variable}: ${message}`));
}

let parsedEnvironment: Environment | undefined;

/** The configuration, parsed at the first call. Throws `InvalidEnvironment`. */
export function env(): Environment {
  parsedEnvironment ??= parseEnvironment(process.env);
  return parsedEnvironment;
}

/** True inside `next build`, which loads our modules but must not open the database. */
export function isBuilding(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}
