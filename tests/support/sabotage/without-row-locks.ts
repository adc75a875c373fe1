import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

/** For negative controls: reads whole rows without locking them. `found` counts these reads. */
export function withoutRowLocks(ctx: Context): { ctx: Context; found: () => number } {
  let times = 0;
  const count = () => {
    times += 1;
  };
  return { ctx: { ...ctx, db: withoutLocks(ctx.db, count) }, found: () => times };
}

function withoutLocks(db: Database, found: () => void): Database {
  const get = (target: Database, name: string | symbol): unknown => {
    if (name === "transaction") {
      return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(withoutLocks(tx, found)));
    }
    const value: unknown = Reflect.get(target, name);
    if (name !== "select") return typeof value === "function" ? value.bind(target) : value;
    return () => ({
      from: (table: Parameters<ReturnType<Database["select"]>["from"]>[0]) => {
        const query = target.select().from(table);
        const unlocked = () => {
          found();
          return query;
        };
        return Object.assign(query, { for: unlocked });
      },
    });
  };
  return new Proxy(db, { get });
}
