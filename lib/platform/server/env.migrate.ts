import "server-only";

import type { z } from "zod";
import { InvalidEnvironment } from "./env";
import { valuesFromFiles } from "./env.files";
import { environmentSchema } from "./env.schema";

const schema = environmentSchema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  MIGRATE_LOCK_MS: true,
  MIGRATE_TRIES: true,
});

/** What `npm run migrate` needs to know; a complete configuration isn't required. */
export type MigrationEnvironment = z.infer<typeof schema>;

/** Parses `source`; an empty value counts as unset. Throws `InvalidEnvironment`. */
export function parseMigrationEnvironment(source: Record<string, string | undefined>): MigrationEnvironment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const files = valuesFromFiles(given, ["DATABASE_URL"]);
  const parsed = schema.safeParse({ ...given, ...files.values });
  if (parsed.success && files.problems.length === 0) return parsed.data;
  const issues = parsed.error?.issues.map(({ path, message }) => ({ variable: path.join("."), message })) ?? [];
  throw new InvalidEnvironment(
    [...files.problems, ...issues].map(({ variable, message }) => `${variable}: ${message}`),
  );
}
