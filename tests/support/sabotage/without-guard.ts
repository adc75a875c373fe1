import type { SQL, SQLChunk } from "drizzle-orm";
import { is, SQL as Statement, StringChunk, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

type Change = { guard: string; instead: string; found: () => void };

/** For negative controls. `found` counts replacements, because a control that never met its guard proves nothing. */
export function withoutGuard(ctx: Context, guard: string, instead = "true"): { ctx: Context; found: () => number } {
  let times = 0;
  const count = () => {
    times += 1;
  };
  return { ctx: { ...ctx, db: weakenDatabase(ctx.db, { guard, instead, found: count }) }, found: () => times };
}

function weakened(chunk: SQLChunk, change: Change): SQLChunk {
  if (is(chunk, Statement)) return weakenStatement(chunk, change);
  if (!is(chunk, StringChunk)) return chunk;
  const text = chunk.value.join("");
  if (!text.includes(change.guard)) return chunk;
  change.found();
  return new StringChunk(text.replaceAll(change.guard, change.instead));
}

function weakenStatement(statement: SQL, change: Change): SQL {
  return sql.join(statement.queryChunks.map((chunk) => weakened(chunk, change)) as SQL[]);
}

function weakenDatabase(db: Database, change: Change): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    if (name === "execute") return (statement: SQL) => target.execute(weakenStatement(statement, change));
    if (name === "transaction") {
      return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(weakenDatabase(tx, change)));
    }
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  return new Proxy(db, { get });
}
