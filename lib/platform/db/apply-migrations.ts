import "server-only";

import { setTimeout as wait } from "node:timers/promises";

import { codeOf } from "./errors";
import type { Migration } from "./migration-files";
import type { Session } from "./schema-state";

/** How long a migration may wait for locks, in ms, each time, and how often it is tried. */
export type LockPatience = { lockMs: number; tries: number };

/** What happens while migrating: `waiting` before another try. */
export type MigrationEvent = { kind: "applied" | "waiting"; tag: string; attempt: number };

/** Thrown when a lock wasn't free in any of the tries, or another process is still migrating. */
export class MigrationStopped extends Error {
  override name = "MigrationStopped";
}

/** Autovacuum gives way to a lock only after PostgreSQL's `deadlock_timeout`, one second by default. */
export const usualLockPatience: LockPatience = { lockMs: 2000, tries: 20 };

/** An index that is built beside sales stops nobody, and first waits for all transactions that are open. */
const outsideLockMs = 60_000;

/** A later statement may still wait so long once the time of its migration is over. */
const leastLockMs = 50;

/** A lock that wasn't free, or a deadlock: the transaction was rolled back and nothing of it is left. */
const passing = new Set(["55P03", "40P01"]);

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([^"\s]+)"?/im;

/** The books of migrations: drizzle's table as its own migrator makes it, and what contracting migrations need. */
const books = [
  "create schema if not exists drizzle",
  `create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`,
  "create table if not exists drizzle.schema_floor (needs integer primary key)",
];

async function note(session: Session, { hash, when, needs }: Migration): Promise<void> {
  await session.rows("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  if (needs !== null)
    await session.rows("insert into drizzle.schema_floor (needs) values ($1) on conflict do nothing", [needs]);
}

/** All or nothing; its statements together wait for locks no longer than `lockMs`, for whoever sells waits behind. */
async function applyInside(session: Session, migration: Migration, lockMs: number): Promise<void> {
  await session.run("begin");
  try {
    const endsMs = performance.now() + lockMs;
    for (const statement of migration.statements) {
      const leftMs = Math.ceil(Math.max(leastLockMs, endsMs - performance.now()));
      await session.run(`set local lock_timeout = ${lockMs === 0 ? 0 : leftMs}`);
      await session.run(statement);
    }
    await note(session, migration);
    await session.run("commit");
  } catch (error) {
    await session.run("rollback").catch(() => undefined);
    throw error;
  }
}

/** What a failed try left behind: it slows writes, serves no query, and would keep `if not exists` from building. */
async function dropInvalid(session: Session, statement: string): Promise<void> {
  const name = concurrentIndex.exec(statement)?.[1];
  if (!name) return;
  const invalid = await session.rows(
    `select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = $1 and not indisvalid and relnamespace = current_schema()::regnamespace`,
    [name],
  );
  if (invalid.length > 0) await session.run(`drop index concurrently if exists "${name}"`);
}

async function applyOutside(session: Session, migration: Migration): Promise<void> {
  await session.run(`set lock_timeout = ${outsideLockMs}`);
  for (const statement of migration.statements) {
    await dropInvalid(session, statement);
    await session.run(statement);
  }
  await note(session, migration);
}

async function applyOne(
  session: Session,
  migration: Migration,
  { lockMs, tries }: LockPatience,
  tell: (event: MigrationEvent) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (migration.isOutside ? applyOutside(session, migration) : applyInside(session, migration, lockMs));
      return tell({ kind: "applied", tag: migration.tag, attempt });
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
      if (attempt >= tries)
        throw new MigrationStopped(`${migration.tag} couldn't get its locks, even in ${tries} tries of ${lockMs} ms.`);
      tell({ kind: "waiting", tag: migration.tag, attempt });
      // Sales that queued behind this try go first.
      await wait(2 * lockMs);
    }
  }
}

/**
 * Applies migrations in order, each in a transaction of its own unless it says otherwise, and writes each in the books.
 * Whoever calls it makes sure that nobody else does. Throws `MigrationStopped` if locks aren't free: those before stay.
 */
export async function applyMigrations(
  session: Session,
  pending: Migration[],
  patience: LockPatience,
  tell: (event: MigrationEvent) => void = () => undefined,
): Promise<void> {
  if (pending.length === 0) return;
  for (const statement of books) await session.run(statement);
  for (const migration of pending) await applyOne(session, migration, patience, tell);
}
