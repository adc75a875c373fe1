import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

/** For negative controls: inserts rows without `on conflict do nothing`. `found` counts these inserts. */
export function withoutConflictClauses(ctx: Context): { ctx: Context; found: () => number } {
  let times = 0;
  const count = () => {
    times += 1;
  };
  return { ctx: { ...ctx, db: withoutConflicts(ctx.db, count) }, found: () => times };
}

function withoutConflicts(db: Database, found: () => void): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    if (name === "transaction") {
      return (work: (tx: Database) => Promise<unknown>) =>
        target.transaction((tx) => work(withoutConflicts(tx, found)));
    }
    const value: unknown = Reflect.get(target, name);
    if (name !== "insert") return typeof value === "function" ? value.bind(target) : value;
    return (table: Parameters<Database["insert"]>[0]) => ({
      values: (row: Record<string, unknown>) => {
        const query = target.insert(table).values(row);
        const onConflictDoNothing = () => {
          found();
          return query;
        };
        return Object.assign(query, { onConflictDoNothing });
      },
    });
  };
  return new Proxy(db, { get });
}
