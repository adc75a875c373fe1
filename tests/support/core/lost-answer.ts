import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";

type Work = (tx: Database) => Promise<unknown>;

/** Breaks the connection with the first transaction, after its commit or before it. */
export function loseAnswer(ctx: Context, at: "commit" | "rollback" = "commit"): Context {
  let isLost = false;
  const lost = () => Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
  const transaction = async (work: Work) => {
    if (isLost) return ctx.db.transaction(work);
    isLost = true;
    await ctx.db.transaction(async (tx) => {
      await work(tx);
      if (at === "rollback") throw lost();
    });
    throw lost();
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...ctx, db };
}
