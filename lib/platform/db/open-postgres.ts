import "server-only";

import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

import { defaultConnections } from "@/lib/platform/server/env.schema";
import { logLine } from "@/lib/platform/server/log";
import type { Database, OpenDatabase, PooledDatabase, Purpose } from "./database";
import { measurePool } from "./measure-pool";
import { migratePostgres } from "./migrate-postgres";
import { namedClient, renewPlans } from "./named-statements";

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

function openPool(connectionString: string, max: number, purpose: Purpose): Pool {
  const pool = new Pool({ connectionString, max, ...limits, ...settings[purpose], Client: namedClient() });
  // A connection that breaks is replaced by the pool; unheard, its event would end the process.
  pool.on("error", () => logLine("error", "An idle database connection was lost."));
  pool.on("connect", (client) => client.on("error", () => logLine("error", "A database connection was lost.")));
  renewPlans(pool);
  measurePool(pool, purpose);
  return pool;
}

/**
 * Opens PostgreSQL at `url` with a pool for each purpose of at most so many `connections`. Before that, `prepare`
 * migrates it or refuses its schema (decision 056).
 */
export async function openPostgres(
  url: string,
  connections = defaultConnections,
  prepare: (url: string) => Promise<void> = migratePostgres,
): Promise<OpenDatabase> {
  await prepare(url);
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
