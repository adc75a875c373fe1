import "server-only";

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

import type { MigrationEvent } from "./apply-migrations";
import { applyMigrations, defaultLockRetry } from "./apply-migrations";
import { lockDataDirectory } from "./data-directory-lock";
import { migrationsFolder, readMigrations } from "./migration-files";
import type { SchemaState, Session } from "./schema-state";
import { readSchemaState, rejectNewerSchema } from "./schema-state";

export async function migratePglite(
  client: PGlite,
  onEvent?: (event: MigrationEvent) => void,
  folder = migrationsFolder,
): Promise<void> {
  const session = createSession(client);
  const migrations = readMigrations(folder);
  const state = await readSchemaState(session, migrations);
  rejectNewerSchema(state, migrations);
  await applyMigrations(session, state.pending, defaultLockRetry, onEvent);
}

/** Null without a database. Throws `DataDirectoryInUse`. */
export async function withPgliteSession<Result>(
  directory: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result | null> {
  const dataDir = join(directory, "database");
  if (!existsSync(dataDir)) return null;
  const unlock = await lockDataDirectory(directory);
  try {
    const client = await PGlite.create({ dataDir });
    return await work(createSession(client)).finally(() => client.close());
  } finally {
    unlock();
  }
}

/** Changes nothing. Without a database, all migrations are pending. Throws `DataDirectoryInUse`. */
export async function readPgliteState(directory: string): Promise<SchemaState> {
  const migrations = readMigrations();
  const state = await withPgliteSession(directory, (session) => readSchemaState(session, migrations));
  return state ?? { pending: migrations, laterCount: 0, needs: 0 };
}

function createSession(client: PGlite): Session {
  return {
    run: (statement) => client.exec(statement),
    rows: async <Row>(query: string, values: unknown[] = []) => (await client.query<Row>(query, values)).rows,
  };
}
