import type { Context } from "@/lib/context";

/** The context of a process of its own on the same database: what one keeps by its connection, the other does not. */
export function inOtherProcess(ctx: Context): Context {
  return { ...ctx, db: Object.create(ctx.db) as Context["db"] };
}
