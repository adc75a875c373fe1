import type { Context } from "@/lib/context";
import type { Purpose } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createSealer } from "@/lib/platform/server/seal";
import { openTestContext } from "@/tests/support/core/test-context";

/** The same key in every process of a run, so that each can open what another sealed. */
export const sealer = createSealer(Buffer.alloc(32, 7));

/** Uses the real clock. */
export async function openContext(
  url: string,
  purpose: Purpose = "sales",
): Promise<{ ctx: Context; close: () => Promise<void> }> {
  const [test, database] = [await openTestContext(), await openPostgres(url)];
  const ctx: Context = { ...test.ctx, db: database.pools[purpose], sealer, now: () => new Date() };
  const close = async () => {
    await database.close();
    await test.close();
  };
  return { ctx, close };
}

export function asAdmin(ctx: Context): Context {
  return { ...ctx, actor: { kind: "admin", grants: "all" } };
}
