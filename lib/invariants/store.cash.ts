import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { Scope } from "./store.scope";

/** Sums the cash of the orders in `scope` that was taken and not given back by `at`, in cents. */
export async function sumCash(db: Database, scope: Scope, at: Date): Promise<number> {
  const isDone = sql`answered_at <= ${at.toISOString()}::timestamptz`;
  const rows = await queryRows<{ cents: string | number }>(
    db,
    sql`select coalesce((
        select sum(a.amount_cents) from payment_attempts a
        where ${scope("a")} and a.method = 'cash' and a.state = 'approved' and a.${isDone}), 0) - coalesce((
        select sum(f.amount_cents) from refunds f
        where ${scope("f")} and f.method = 'cash' and f.state = 'done' and f.${isDone}), 0) as cents`,
  );
  return Number(rows[0]?.cents ?? 0);
}
