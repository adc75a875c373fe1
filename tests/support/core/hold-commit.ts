import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Work stops at `ready`, before it reaches the database (`send` continues it), and at `done`, before its commit. */
export type HeldCommit = {
  ctx: Context;
  ready: Promise<void>;
  send: () => void;
  done: Promise<void>;
  commit: () => void;
};

type Work<Result> = (tx: Database) => Promise<Result>;

type Hold = <Result>(work: Work<Result>) => Promise<Result>;

export function holdTransaction(ctx: Context): HeldCommit {
  return holdWork(ctx, (hold) => ({ transaction: hold }));
}

export function holdStatement(ctx: Context, words: string): HeldCommit {
  const dialect = new PgDialect();
  return holdWork(ctx, (hold) => ({
    execute: (statement: Parameters<Database["execute"]>[0]) => {
      const isHeld = typeof statement !== "string" && dialect.sqlToQuery(statement.getSQL()).sql.includes(words);
      return isHeld ? hold((tx) => Promise.resolve(tx.execute(statement))) : ctx.db.execute(statement);
    },
  }));
}

/**
 * Runs `one` up to its commit, then `other` until it is done or waits for a lock, and only then commits `one`. Needs
 * PostgreSQL, because the embedded database has a single connection.
 */
export async function overlapTransactions<Result>(
  ctx: Context,
  one: (ctx: Context) => Promise<Result>,
  other: (ctx: Context) => Promise<Result>,
): Promise<[Result, Result]> {
  const held = holdTransaction(ctx);
  held.send();
  const first = one(held.ctx);
  await Promise.race([held.done, first]);
  let isDone = false;
  const second = other(ctx).finally(() => {
    isDone = true;
  });
  while (!isDone && !(await isWaitingForLock(ctx.db))) await wait(10);
  held.commit();
  return Promise.all([first, second]);
}

function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function replaceMethods(db: Database, replace: Partial<Record<keyof Database, unknown>>): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    const value = Reflect.get(replace, name) ?? Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  return new Proxy(db, { get });
}

function holdWork(ctx: Context, replaceBy: (hold: Hold) => Parameters<typeof replaceMethods>[1]): HeldCommit {
  const [ready, send, done, commit] = [signal(), signal(), signal(), signal()];
  const hold: Hold = async (work) => {
    ready.give();
    await send.given;
    return ctx.db.transaction(async (tx) => {
      const result = await work(tx);
      done.give();
      await commit.given;
      return result;
    });
  };
  const db = replaceMethods(ctx.db, replaceBy(hold));
  return { ctx: { ...ctx, db }, ready: ready.given, send: send.give, done: done.given, commit: commit.give };
}

async function isWaitingForLock(db: Database): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
