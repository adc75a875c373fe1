import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** A connection or an open transaction; stores take it first and never find one of their own. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * The purpose of a connection: `sales` for orders, payments and refunds, and for changes by admins and devices; `reads`
 * for what people look at; `jobs` for what runs automatically, and for what admins read. None waits for another
 * (decision 047).
 */
export type Purpose = "sales" | "reads" | "jobs";

/** One database with its connections by purpose. */
export type Pools = Record<Purpose, Database>;

/** One connection that serves all purposes. */
export function onePool(db: Database): Pools {
  return { sales: db, reads: db, jobs: db };
}

/** A pool of connections, one of several to the same `origin`. */
export type PooledDatabase = Database & { origin: object };

/** Identifies a database in caches: the same for all of its pools. */
export function originOf(db: Database): object {
  return (db as Partial<PooledDatabase>).origin ?? db;
}

/** An open database with what its owner needs: its pools, its upkeep and its end. */
export type OpenDatabase = {
  pools: Pools;
  /** True for the embedded database, which no power cut survives (docs/design.md, Embedded database). */
  embedded: boolean;
  close: () => Promise<void>;
};

/** Runs one statement and gives its rows; the caller names their type. */
export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  // Both drivers answer `{rows}`, but Drizzle types the answer by driver.
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/**
 * A row limit written into the text of a statement: if PostgreSQL doesn't know the limit, it plans for a tenth of all
 * rows (decision 050).
 */
export function atMost(rows: number): SQL {
  return sql.raw(`limit ${Math.trunc(rows)}`);
}

/** Flushes commits to the embedded database's files; PostgreSQL does that by itself. */
export async function checkpoint(db: Database): Promise<void> {
  await db.execute(sql`checkpoint`);
}

/** Throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
