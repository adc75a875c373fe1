import type { Context } from "@/lib/context";

/** Another process on the same database: it shares nothing that is stored by connection. */
export function inOtherProcess(ctx: Context): Context {
  return { ...ctx, db: Object.create(ctx.db) as Context["db"] };
}
