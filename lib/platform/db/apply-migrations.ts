import "server-only";

import { setTimeout as wait } from "node:timers/promises";

import { getSqlState } from "./errors";
import type { Migration } from "./migration-files";
import type { Session } from "./schema-state";

export type LockRetryOptions = { lockMs: number; tries: number };

export type MigrationEvent = { kind: "applied" | "waiting"; tag: string; attempt: number };

export class MigrationStopped extends Error {
  override name = "MigrationStopped";
}

/** After PostgreSQL's `deadlock_timeout` of one second, autovacuum gives way to a waiting lock. This is longer. */
export const defaultLockRetry: LockRetryOptions = { lockMs: 2000, tries: 20 };

/** Building an index concurrently blocks no other session, but first waits for every open transaction. */
const concurrentLockMs = 60_000;

/** The lock timeout of later statements once the migration's time is used up. */
const minLockMs = 50;

/** Lock timeout and deadlock. The transaction was rolled back, so it can run again. */
const retryableCodes = new Set(["55P03", "40P01"]);

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([^"\s]+)"?/im;

/** Drizzle's own table, and the floor that contracting migrations raise (decision 056). */
const journalStatements = [
  "create schema if not exists drizzle",
  `create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`,
  "create table if not exists drizzle.schema_floor (needs integer primary key)",
];

/** Callers ensure that no other process migrates. Throws `MigrationStopped`; earlier migrations stay applied. */
export async function applyMigrations(
  session: Session,
  pending: Migration[],
  lockRetry: LockRetryOptions,
  onEvent: (event: MigrationEvent) => void = () => undefined,
): Promise<void> {
  if (pending.length === 0) return;
  for (const statement of journalStatements) await session.run(statement);
  for (const migration of pending) await applyMigration(session, migration, lockRetry, onEvent);
}

async function recordMigration(session: Session, { hash, when, needs }: Migration): Promise<void> {
  await session.rows("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  if (needs !== null)
    await session.rows("insert into drizzle.schema_floor (needs) values ($1) on conflict do nothing", [needs]);
}

/** All statements share `lockMs` of waiting for locks, because sales queue behind each wait. */
async function applyInTransaction(session: Session, migration: Migration, lockMs: number): Promise<void> {
  await session.run("begin");
  try {
    const endsMs = performance.now() + lockMs;
    for (const statement of migration.statements) {
      const remainingMs = Math.ceil(Math.max(minLockMs, endsMs - performance.now()));
      await session.run(`set local lock_timeout = ${lockMs === 0 ? 0 : remainingMs}`);
      await session.run(statement);
    }
    await recordMigration(session, migration);
    await session.run("commit");
  } catch (error) {
    await session.run("rollback").catch(() => undefined);
    throw error;
  }
}

/** A failed attempt leaves an invalid index, which slows writes and makes `if not exists` skip the build. */
async function dropInvalidIndex(session: Session, statement: string): Promise<void> {
  const name = concurrentIndex.exec(statement)?.[1];
  if (!name) return;
  const invalid = await session.rows(
    `select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = $1 and not indisvalid and relnamespace = current_schema()::regnamespace`,
    [name],
  );
  if (invalid.length > 0) await session.run(`drop index concurrently if exists "${name}"`);
}

async function applyWithoutTransaction(session: Session, migration: Migration): Promise<void> {
  await session.run(`set lock_timeout = ${concurrentLockMs}`);
  for (const statement of migration.statements) {
    await dropInvalidIndex(session, statement);
    await session.run(statement);
  }
  await recordMigration(session, migration);
}

async function applyMigration(
  session: Session,
  migration: Migration,
  { lockMs, tries }: LockRetryOptions,
  onEvent: (event: MigrationEvent) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (migration.isOutsideTransaction
        ? applyWithoutTransaction(session, migration)
        : applyInTransaction(session, migration, lockMs));
      return onEvent({ kind: "applied", tag: migration.tag, attempt });
    } catch (error) {
      if (!retryableCodes.has(getSqlState(error))) throw error;
      if (attempt >= tries)
        throw new MigrationStopped(`${migration.tag} couldn't get its locks, even in ${tries} tries of ${lockMs} ms.`);
      onEvent({ kind: "waiting", tag: migration.tag, attempt });
      // Lets the sales that queued behind this attempt finish.
      await wait(2 * lockMs);
    }
  }
}
