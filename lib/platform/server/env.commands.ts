import "server-only";

import type { z } from "zod";
import type { SecretName } from "./env";
import { InvalidEnvironment, readSecretFiles, toKeyRing } from "./env";
import { demoDefaults } from "./env.demo";
import { isWeakSecret } from "./env.deployed";
import { findConsistencyProblems } from "./env.rules";
import type { Problem } from "./env.schema";
import { environmentSchema } from "./env.schema";

type Source = Record<string, string | undefined>;

type Part<Schema extends z.ZodObject> = {
  schema: Schema;
  secrets: readonly SecretName[];
  defaults?: (variables: Source) => Source;
  findProblems?: (values: z.infer<Schema>) => Problem[];
};

export type KeysEnvironment = z.infer<typeof keysSchema>;

export type MigrationEnvironment = z.infer<typeof migrationSchema>;

export function parseKeysEnvironment(source: Record<string, string | undefined>): KeysEnvironment {
  const isDemo = source.TIRAGE_MODE === "demo";
  return parsePart(source, {
    schema: keysSchema,
    secrets: ["DATABASE_URL", "SECRETS_KEY", "SECRETS_KEY_PREVIOUS"],
    defaults: (variables) => (isDemo ? demoDefaults(variables) : {}),
    findProblems: (values) => findProblems(values, isDemo),
  });
}

export function parseMigrationEnvironment(source: Record<string, string | undefined>): MigrationEnvironment {
  return parsePart(source, { schema: migrationSchema, secrets: ["DATABASE_URL"] });
}

/** An empty value counts as unset. Throws `InvalidEnvironment`. */
function parsePart<Schema extends z.ZodObject>(
  source: Source,
  { schema, secrets, defaults = () => ({}), findProblems = () => [] }: Part<Schema>,
): z.infer<Schema> {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const files = readSecretFiles(nonEmpty, secrets);
  const variables = { ...nonEmpty, ...files.values };
  const parsed = schema.safeParse({ ...defaults(variables), ...variables });
  const malformed = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  // If a file can't be read, other problems of its variable aren't reported.
  const others = malformed.filter(({ variable }) => files.problems.every((one) => one.variable !== `${variable}_FILE`));
  const problems = [...files.problems, ...others, ...(parsed.success ? findProblems(parsed.data) : [])];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new InvalidEnvironment(problems.map(({ variable, message }) => `${variable}: ${message}`));
}

const keysSchema = environmentSchema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  SECRETS_KEY: true,
  SECRETS_KEY_PREVIOUS: true,
});

/** A command must not seal anything with a key that no server would accept at its start. */
function findWeakKeyProblems(environment: KeysEnvironment): Problem[] {
  const [current] = toKeyRing(environment);
  return isWeakSecret(current) ? [{ variable: "SECRETS_KEY", message: "is too weak" }] : [];
}

function findProblems(values: KeysEnvironment, isDemo: boolean): Problem[] {
  const unfit = findConsistencyProblems(values).filter(({ variable }) => variable === "SECRETS_KEY_PREVIOUS");
  return isDemo ? unfit : [...unfit, ...findWeakKeyProblems(values)];
}

const migrationSchema = environmentSchema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  MIGRATE_LOCK_MS: true,
  MIGRATE_TRIES: true,
});
