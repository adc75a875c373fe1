import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

const dialect = new PgDialect();

const builders = ["select", "insert", "update", "delete"];

/** Returns the context with a list of the statements that it sends: their text, or the kind of a built one. */
export function recordStatements(ctx: Context): { ctx: Context; statements: string[] } {
  const statements: string[] = [];
  return { ctx: { ...ctx, db: recordDatabase(ctx.db, statements) }, statements };
}

function recordDatabase(db: Database, statements: string[]): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    if (name === "transaction") {
      return (work: (tx: Database) => Promise<unknown>) =>
        target.transaction((tx) => work(recordDatabase(tx, statements)));
    }
    const value: unknown = Reflect.get(target, name);
    if (typeof value !== "function") return value;
    if (name === "execute") {
      return (statement: SQL) => {
        statements.push(dialect.sqlToQuery(statement).sql);
        return target.execute(statement);
      };
    }
    if (typeof name === "string" && builders.includes(name)) statements.push(name);
    return value.bind(target);
  };
  return new Proxy(db, { get });
}
