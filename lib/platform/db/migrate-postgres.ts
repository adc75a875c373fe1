import "server-only";

import { setTimeout as wait } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { Client } from "pg";

import { logLine } from "@/lib/platform/server/log";
import type { LockPatience, MigrationEvent } from "./apply-migrations";
import { applyMigrations, MigrationStopped, usualLockPatience } from "./apply-migrations";
import { migrationsFolder, readMigrations } from "./migration-files";
import type { SchemaState, Session } from "./schema-state";
import { readSchemaState, refuseTooNew, requireFit } from "./schema-state";

/** How to migrate: `waitMs` is how long another process that migrates is waited for. */
export type MigrateOptions = Partial<LockPatience> & {
  folder?: string;
  waitMs?: number;
  tell?: (event: MigrationEvent) => void;
};

const usualWaitMs = 60_000;
const askAgainMs = 250;

/** One migration at a time in a database; ends with the connection. */
const lockKey = "hashtextextended('tirage.migrate', 0)";

/** Reading the state takes milliseconds: a database that takes connections and doesn't answer isn't waited for. */
const whileReading = { statement_timeout: 5000, query_timeout: 6000 };

async function withSession<Result>(
  url: string,
  limits: ClientConfig,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true, ...limits });
  // A connection that breaks fails the statement in progress; unheard, its event would end the process.
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

/** Asks again and again: a session that waits in the database would itself stop an index from being built beside it. */
async function takeTurn(session: Session, waitMs: number): Promise<void> {
  const endsMs = performance.now() + waitMs;
  for (;;) {
    const [row] = await session.rows<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`);
    if (row?.taken) return;
    if (performance.now() > endsMs)
      throw new MigrationStopped("Another process is still migrating this database. Try again when it is done.");
    await wait(askAgainMs);
  }
}

/** How the schema of the PostgreSQL database at `url` compares with this build; changes nothing. */
export function readPostgresState(url: string, folder = migrationsFolder): Promise<SchemaState> {
  return withSession(url, whileReading, (session) => readSchemaState(session, readMigrations(folder)));
}

/** Throws `UnfitSchema` unless this build can work with the database at `url`. */
export async function checkPostgres(url: string): Promise<void> {
  const state = await readPostgresState(url);
  requireFit(state, readMigrations());
  if (state.later > 0)
    logLine("info", "The database has migrations of a later version, which this one can work with.", {
      count: state.later,
    });
}

/**
 * Applies what is pending in the database at `url`. A second process waits until the first is done and finds nothing
 * to do. Throws `UnfitSchema` if the schema is too new, and `MigrationStopped` if locks or the turn don't come.
 */
export async function migratePostgres(url: string, options: MigrateOptions = {}): Promise<void> {
  const { folder, waitMs = usualWaitMs, tell, ...patience } = options;
  const migrations = readMigrations(folder);
  const judge = (state: SchemaState) => {
    refuseTooNew(state, migrations);
    return state.pending;
  };
  if (judge(await readPostgresState(url, folder)).length === 0) return;
  await withSession(url, {}, async (session) => {
    // An index takes as long as it takes, whatever the role's own limit.
    await session.run("set statement_timeout = 0");
    await takeTurn(session, waitMs);
    const pending = judge(await readSchemaState(session, migrations));
    await applyMigrations(session, pending, { ...usualLockPatience, ...patience }, tell);
  });
}
