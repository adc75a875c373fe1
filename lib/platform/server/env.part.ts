import "server-only";

import type { z } from "zod";
import { InvalidEnvironment } from "./env";
import type { SecretName } from "./env.files";
import { valuesFromFiles } from "./env.files";
import type { Problem } from "./env.rules";

type Source = Record<string, string | undefined>;

/** What a command needs to know: its variables, which of them may lie in files, and what else is asked of them. */
type Part<Schema extends z.ZodObject> = {
  schema: Schema;
  secrets: readonly SecretName[];
  defaults?: (told: Source) => Source;
  findProblems?: (values: z.infer<Schema>) => Problem[];
};

/**
 * Parses some variables of `source`, for a command that needs no complete configuration; an empty value counts as
 * unset. Throws `InvalidEnvironment` with everything that is wrong.
 */
export function parsePart<Schema extends z.ZodObject>(
  source: Source,
  { schema, secrets, defaults = () => ({}), findProblems = () => [] }: Part<Schema>,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const files = valuesFromFiles(given, secrets);
  const told = { ...given, ...files.values };
  const parsed = schema.safeParse({ ...defaults(told), ...told });
  const malformed = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  // Of a variable whose file can't be read, nothing else is known.
  const known = malformed.filter(({ variable }) => files.problems.every((one) => one.variable !== `${variable}_FILE`));
  const problems = [...files.problems, ...known, ...(parsed.success ? findProblems(parsed.data) : [])];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new InvalidEnvironment(problems.map(({ variable, message }) => `${variable}: ${message}`));
}
