import "server-only";

import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, Pool } from "pg";

import { defaultConnections } from "@/lib/platform/server/env.schema";
import { logLine } from "@/lib/platform/server/log";
import type { Database, OpenDatabase, PooledDatabase, Purpose } from "./database";
import { measurePool } from "./measure-pool";
import { migrationsFolder } from "./migrations-folder";
import { namedClient } from "./named-client";
import { renewPlans } from "./renew-plans";
import { createStatementNames } from "./statement-names";

/** Nothing waits forever, in ms: a stuck transaction must not hold a counter, nor a lost network a connection. */
const limits = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 8000,
  keepAlive: true,
};

const whileSomebodyWaits = { statement_timeout: 8000, query_timeout: 10_000 };

/** What reads a large draw by slices may take longer; yet a long snapshot makes selling slow (decision 047). */
const whileNobodyWaits = { statement_timeout: 20_000, query_timeout: 22_000 };

/**
 * Plans for any draw: those for the values of a call take a draw that was not there at the last analysis for an empty
 * one (decision 050).
 */
const anyDraw = "-c plan_cache_mode=force_generic_plan";

/**
 * What somebody waits for reads a few rows in the order of an index: all that a condition may find, put in order then,
 * looks cheaper to a planner who knows little of it.
 */
const inOrder = { options: `${anyDraw} -c enable_bitmapscan=off` };

/** See docs/design.md, Database connections. */
const settings = {
  sales: { ...whileSomebodyWaits, ...inOrder },
  reads: { ...whileSomebodyWaits, ...inOrder },
  jobs: { ...whileNobodyWaits, options: anyDraw },
};

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

function openPool(connectionString: string, max: number, purpose: Purpose): Pool {
  const Client = namedClient(createStatementNames());
  const pool = new Pool({ connectionString, max, ...limits, ...settings[purpose], Client });
  // A connection that breaks is replaced by the pool; unheard, its event would end the process.
  pool.on("error", () => logLine("error", "An idle database connection was lost."));
  pool.on("connect", (client) => client.on("error", () => logLine("error", "A database connection was lost.")));
  renewPlans(pool);
  measurePool(pool, purpose);
  return pool;
}

/** Opens PostgreSQL at `url`, migrated, with a pool for each purpose of at most so many `connections`. */
export async function openPostgres(url: string, connections = defaultConnections): Promise<OpenDatabase> {
  await migrateTogether(url);
  const origin = {};
  const opened: Pool[] = [];
  const open = (purpose: Purpose): PooledDatabase => {
    const pool = openPool(url, connections[purpose], purpose);
    opened.push(pool);
    return Object.assign(drizzle({ client: pool }) as unknown as Database, { origin });
  };
  const pools = { sales: open("sales"), reads: open("reads"), jobs: open("jobs") };
  const close = async () => {
    await Promise.all(opened.map((pool) => pool.end()));
  };
  return { pools, embedded: false, close };
}
