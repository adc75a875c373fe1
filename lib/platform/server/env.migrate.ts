import "server-only";

import type { z } from "zod";
import { parsePart } from "./env.part";
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
  return parsePart(source, { schema, secrets: ["DATABASE_URL"] });
}
