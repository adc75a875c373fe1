import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * `sales` includes changes by admins and devices, `jobs` includes reports. Each has its own connections, so none waits
 * for another (decision 047).
 */
export type Purpose = "sales" | "reads" | "jobs";

export type Pools = Record<Purpose, Database>;

export function findSinglePool(db: Database): Pools {
  return { sales: db, reads: db, jobs: db };
}

export type PooledDatabase = Database & { origin: object };

/** Returns the same object for all pools of a database, as a key of caches. */
export function getOrigin(db: Database): object {
  return (db as Partial<PooledDatabase>).origin ?? db;
}

export type OpenDatabase = {
  pools: Pools;
  /** PGlite in the process. A power cut may lose its last commits (docs/design.md, Embedded database). */
  embedded: boolean;
  close: () => Promise<void>;
};

export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  // Both drivers answer `{rows}`, but Drizzle types the answer by driver.
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/**
 * Writes the number into the text, because with a parameter PostgreSQL plans for a tenth of all rows (decision 050).
 */
export function limitClause(rows: number): SQL {
  return sql.raw(`limit ${Math.trunc(rows)}`);
}

export async function saveCheckpoint(db: Database): Promise<void> {
  await db.execute(sql`checkpoint`);
}

export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
