import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { stubCondition } from "./store.orders";
import type { Scope } from "./store.scope";

export async function listDraws(db: Database, drawId: string | null): Promise<{ drawId: string; createdAt: Date }[]> {
  const rows = await queryRows<{ draw_id: string; created_at: string | Date }>(
    db,
    sql`select draw_id, created_at from draws where ${drawId}::text is null or draw_id = ${drawId} order by draw_id`,
  );
  return rows.map((row) => ({ drawId: row.draw_id, createdAt: new Date(row.created_at) }));
}

/** Leaves out cash, which the gateway doesn't know. */
export async function readFirstSent(db: Database, scope: Scope): Promise<Date | null> {
  const rows = await queryRows<{ at: string | Date | null }>(
    db,
    sql`select min(a.sent_at) as at from payment_attempts a where ${scope("a")} and a.method <> 'cash'`,
  );
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

/** In cents, less what was refunded by `at`. */
export async function sumCash(db: Database, scope: Scope, at: Date): Promise<number> {
  const doneCondition = sql`answered_at <= ${at.toISOString()}::timestamptz`;
  const rows = await queryRows<{ cents: string | number }>(
    db,
    sql`select coalesce((
        select sum(a.amount_cents) from payment_attempts a
        where ${scope("a")} and a.method = 'cash' and a.state = 'approved' and a.${doneCondition}), 0) - coalesce((
        select sum(f.amount_cents) from refunds f
        where ${scope("f")} and f.method = 'cash' and f.state = 'done' and f.${doneCondition}), 0) as cents`,
  );
  return Number(rows[0]?.cents ?? 0);
}

export async function countStubs(db: Database, scope: Scope): Promise<number> {
  const rows = await queryRows<{ orders: string | number }>(
    db,
    sql`select count(*) as orders from orders o where ${scope("o")} and ${stubCondition(scope)} and not exists (
      select from order_lines l where l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")})`,
  );
  return Number(rows[0]?.orders);
}

export async function sumShrunk(db: Database, drawId: string): Promise<number> {
  const rows = await queryRows<{ orders: string | number }>(
    db,
    sql`select coalesce(sum((e.detail->>'orders')::int), 0) as orders from audit_entries e
      where e.draw_id = ${drawId} and e.order_id is null and e.action = 'orders-shrunk'`,
  );
  return Number(rows[0]?.orders);
}
