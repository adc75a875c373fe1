import type { Context } from "@/lib/context";

/** Acts as another process on the same database, which shares nothing that is cached by connection. */
export function inOtherProcess(ctx: Context): Context {
  return { ...ctx, db: Object.create(ctx.db) as Context["db"] };
}
