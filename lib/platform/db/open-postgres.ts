import "server-only";

import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

import { defaultConnections } from "@/lib/platform/server/env.schema";
import { logLine } from "@/lib/platform/server/log";
import type { Database, OpenDatabase, PooledDatabase, Purpose } from "./database";
import { measurePool } from "./measure-pool";
import { migratePostgres } from "./migrate-postgres";
import { namedClient, renewPlans } from "./named-statements";

/** In ms. A stuck transaction must not keep its locks, nor a lost network its connection. */
const limits = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 8000,
  keepAlive: true,
};

const interactiveLimits = { statement_timeout: 8000, query_timeout: 10_000 };

/** In ms. Reports read large draws in slices, because a longer snapshot would slow sales (decision 047). */
const backgroundLimits = { statement_timeout: 20_000, query_timeout: 22_000 };

/** With custom plans, PostgreSQL would plan for an empty draw until its next analysis (decision 050). */
const genericPlans = "-c plan_cache_mode=force_generic_plan";

/**
 * For statements that read few rows in index order. Without statistics, the planner prefers a bitmap scan and a sort.
 * It also overestimates a generic plan, and would spend a second on compiling it (JIT).
 */
const indexOrder = { options: `${genericPlans} -c enable_bitmapscan=off -c jit=off` };

/** Defined in docs/design.md, Database connections. */
const settings = {
  sales: { ...interactiveLimits, ...indexOrder },
  reads: { ...interactiveLimits, ...indexOrder },
  jobs: { ...backgroundLimits, options: genericPlans },
};

export async function openPostgres(
  url: string,
  connections = defaultConnections,
  prepare: (url: string) => Promise<void> = migratePostgres,
): Promise<OpenDatabase> {
  await prepare(url);
  const origin = {};
  const openPools: Pool[] = [];
  const open = (purpose: Purpose): PooledDatabase => {
    const pool = openPool(url, connections[purpose], purpose);
    openPools.push(pool);
    return Object.assign(drizzle({ client: pool }) as unknown as Database, { origin });
  };
  const pools = { sales: open("sales"), reads: open("reads"), jobs: open("jobs") };
  const close = async () => {
    await Promise.all(openPools.map((pool) => pool.end()));
  };
  return { pools, embedded: false, close };
}

function openPool(connectionString: string, max: number, purpose: Purpose): Pool {
  const pool = new Pool({ connectionString, max, ...limits, ...settings[purpose], Client: namedClient() });
  // Unhandled events would end the process. The pool replaces the connection.
  pool.on("error", () => logLine("error", "An idle database connection was lost."));
  pool.on("connect", (client) => client.on("error", () => logLine("error", "A database connection was lost.")));
  renewPlans(pool);
  measurePool(pool, purpose);
  return pool;
}
