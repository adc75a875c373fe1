import "server-only";

import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, Pool } from "pg";

import { logLine } from "@/lib/platform/server/log";
import type { Database, OpenDatabase } from "./database";
import { migrationsFolder } from "./migrations-folder";
import { namedClient } from "./named-client";
import { createStatementNames } from "./statement-names";

/** Nothing waits for ever, in ms: a stuck transaction must not hold a counter, nor a lost network a connection. */
const limits = {
  connectionTimeoutMillis: 5000,
  statement_timeout: 8000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 8000,
  query_timeout: 10_000,
  keepAlive: true,
};

/** See docs/design.md, Database connections. */
const poolSize = 8;

const migrationTries = 5;

/** Migrates on a connection of its own, without limits. Processes that start together collide: the later try again. */
async function migrateOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}

async function migrateTogether(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(url);
    } catch (error) {
      if (attempt === migrationTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 300));
    }
  }
}

/** Opens PostgreSQL at `url` with a pool of connections, migrated. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  await migrateTogether(url);
  const Client = namedClient(createStatementNames());
  const pool = new Pool({ connectionString: url, max: poolSize, ...limits, Client });
  // A connection that breaks is replaced by the pool; unheard, its event would end the process.
  pool.on("error", () => logLine("error", "An idle database connection was lost."));
  pool.on("connect", (client) => client.on("error", () => logLine("error", "A database connection was lost.")));
  return { db: drizzle({ client: pool }) as unknown as Database, embedded: false, close: () => pool.end() };
}
