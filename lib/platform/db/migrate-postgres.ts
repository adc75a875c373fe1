import "server-only";

import { setTimeout as wait } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { Client } from "pg";

import { logLine } from "@/lib/platform/server/log";
import type { LockRetryOptions, MigrationEvent } from "./apply-migrations";
import { applyMigrations, defaultLockRetry, MigrationStopped } from "./apply-migrations";
import { migrationsFolder, readMigrations } from "./migration-files";
import type { SchemaState, Session } from "./schema-state";
import { readSchemaState, rejectNewerSchema, requireCurrentSchema } from "./schema-state";

export type MigrateOptions = Partial<LockRetryOptions> & {
  folder?: string;
  waitMs?: number;
  onEvent?: (event: MigrationEvent) => void;
};

const defaultWaitMs = 60_000;
const pollMs = 250;

/** Argument of the advisory lock that lets one process migrate at a time. */
const lockKey = "hashtextextended('tirage.migrate', 0)";

/** In ms. Reading the state is fast, so a slow answer means that the database has a problem. */
const readLimits = { statement_timeout: 5000, query_timeout: 6000 };

/** For quick queries when the application's pools aren't open. */
export function withPostgresSession<Result>(url: string, work: (session: Session) => Promise<Result>): Promise<Result> {
  return withSession(url, readLimits, work);
}

export function readPostgresState(url: string, folder = migrationsFolder): Promise<SchemaState> {
  return withPostgresSession(url, (session) => readSchemaState(session, readMigrations(folder)));
}

export async function checkPostgres(url: string): Promise<void> {
  const state = await readPostgresState(url);
  requireCurrentSchema(state, readMigrations());
  if (state.laterCount > 0)
    logLine("info", "The database has migrations of a later version, which this one can work with.", {
      count: state.laterCount,
    });
}

/** A second process waits, then finds nothing pending. Throws `SchemaMismatch` and `MigrationStopped`. */
export async function migratePostgres(url: string, options: MigrateOptions = {}): Promise<void> {
  const { folder, waitMs = defaultWaitMs, onEvent, ...lockRetry } = options;
  const migrations = readMigrations(folder);
  const getPending = (state: SchemaState) => {
    rejectNewerSchema(state, migrations);
    return state.pending;
  };
  if (getPending(await readPostgresState(url, folder)).length === 0) return;
  await withSession(url, {}, async (session) => {
    // Building an index may exceed the role's own limit.
    await session.run("set statement_timeout = 0");
    await acquireMigrationLock(session, waitMs);
    const pending = getPending(await readSchemaState(session, migrations));
    await applyMigrations(session, pending, { ...defaultLockRetry, ...lockRetry }, onEvent);
  });
}

async function withSession<Result>(
  url: string,
  limits: ClientConfig,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true, ...limits });
  // An unhandled event would end the process. The statement in progress fails anyway.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work({
      run: (statement) => client.query(statement),
      rows: async <Row>(query: string, values: unknown[] = []) => (await client.query(query, values)).rows as Row[],
    });
  } finally {
    await client.end();
  }
}

/** Polls, because a session that waits inside the database would block a concurrent index build. */
async function acquireMigrationLock(session: Session, waitMs: number): Promise<void> {
  const endsMs = performance.now() + waitMs;
  for (;;) {
    const [row] = await session.rows<{ locked: boolean }>(`select pg_try_advisory_lock(${lockKey}) as locked`);
    if (row?.locked) return;
    if (performance.now() > endsMs)
      throw new MigrationStopped("Another process is still migrating this database. Try again when it is done.");
    await wait(pollMs);
  }
}
