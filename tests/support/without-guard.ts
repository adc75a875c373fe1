import type { SQL, SQLChunk } from "drizzle-orm";
import { is, SQL as Statement, StringChunk, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

function weakened(chunk: SQLChunk, guard: string, found: () => void): SQLChunk {
  if (is(chunk, Statement)) return weakenStatement(chunk, guard, found);
  if (!is(chunk, StringChunk)) return chunk;
  const text = chunk.value.join("");
  if (!text.includes(guard)) return chunk;
  found();
  return new StringChunk(text.replaceAll(guard, "true"));
}

function weakenStatement(statement: SQL, guard: string, found: () => void): SQL {
  return sql.join(statement.queryChunks.map((chunk) => weakened(chunk, guard, found)) as SQL[]);
}

function weakenDatabase(db: Database, guard: string, found: () => void): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    if (name === "execute") return (statement: SQL) => target.execute(weakenStatement(statement, guard, found));
    if (name === "transaction") {
      return (work: (tx: Database) => Promise<unknown>) =>
        target.transaction((tx) => work(weakenDatabase(tx, guard, found)));
    }
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  return new Proxy(db, { get });
}

/**
 * A context whose statements lack a condition, for negative controls: its text counts as true wherever it stands.
 * `found` tells how often it stood there: a control that never met its guard proves nothing.
 */
export function withoutGuard(ctx: Context, guard: string): { ctx: Context; found: () => number } {
  let times = 0;
  const count = () => {
    times += 1;
  };
  return { ctx: { ...ctx, db: weakenDatabase(ctx.db, guard, count) }, found: () => times };
}
