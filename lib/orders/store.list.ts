import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { OrderStatus } from "./rules";
import type { CursorPosition } from "./rules.cursor";
import type { AttemptMethod, AttemptState } from "./rules.payment";
import type { Buyer } from "./schema";

export type ListedOrder = CursorPosition & {
  orderId: string;
  status: OrderStatus;
  amountCents: number;
  placedAt: Date;
  expiresAt: Date;
  finalizedAt: Date | null;
  buyer: Buyer | null;
  deviceId: string | null;
  device: string | null;
  operator: string | null;
  isTest: boolean;
  tickets: number;
  poolIds: string[];
  paidBy: AttemptMethod | null;
  lastState: AttemptState | null;
  deadlineAt: Date | null;
  refundedCents: number;
};

/**
 * `c` is the order at the cursor, which a caller may make up. `visibleCondition` limits it to orders of this list;
 * otherwise the list would reveal that an order exists and how its secret id sorts.
 */
export function afterCursorCondition({ micros, orderCode }: CursorPosition, visibleCondition: SQL): SQL {
  const placedAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const lastId = sql`select c.order_id from orders c where ${visibleCondition} and c.order_code = ${orderCode}`;
  return sql`(o.placed_at, o.order_id) < (${placedAt}, (${lastId}))`;
}

export const latestFirst = sql`order by o.placed_at desc, o.order_id desc`;

/** Finds the page in an index first, then its rows, so the cost doesn't grow with the number of orders. */
export function selectListedOrders(page: SQL): SQL {
  return sql`with page as materialized (${page})
    select o.draw_id as "drawId", o.order_id as "orderId",
      (extract(epoch from o.placed_at) * 1000000)::bigint::text as micros, o.order_code as "orderCode", o.status,
      o.amount_cents as "amountCents", o.placed_at as "placedAt", o.expires_at as "expiresAt",
      o.finalized_at as "finalizedAt", o.buyer, o.device_id as "deviceId", coalesce(d.name, d.label) as device,
      o.operator, o.is_test as "isTest", coalesce(l.tickets, 0)::int as tickets,
      coalesce(l.pool_ids, '{}') as "poolIds", paid.method as "paidBy", tried.state as "lastState",
      tried.deadline_at as "deadlineAt", coalesce(given.cents, 0)::int as "refundedCents"
    from page o
    left join devices d on d.device_id = o.device_id
    left join lateral (
      select sum(tickets) as tickets, array_agg(distinct pool_id) as pool_ids from order_lines
      where draw_id = o.draw_id and order_id = o.order_id) l on true
    left join lateral (
      select method from payment_attempts
      where draw_id = o.draw_id and order_id = o.order_id and state = 'approved' limit 1) paid on true
    left join lateral (
      select state, deadline_at from payment_attempts
      where draw_id = o.draw_id and order_id = o.order_id order by attempt_number desc limit 1) tried on true
    left join lateral (
      select sum(amount_cents) as cents from refunds
      where o.status in ('finalized', 'refunded') and draw_id = o.draw_id and order_id = o.order_id and state = 'done'
        and line_numbers <> '{}') given on true
    ${latestFirst}`;
}

/** Drivers return timestamps as strings or dates. */
type InstantColumns = Record<"placedAt" | "expiresAt", string | Date> &
  Record<"finalizedAt" | "deadlineAt", string | Date | null>;

export async function readListedOrders(db: Database, statement: SQL): Promise<ListedOrder[]> {
  const rows = await queryRows<Omit<ListedOrder, keyof InstantColumns> & InstantColumns>(db, statement);
  return rows.map((row) => ({
    ...row,
    placedAt: new Date(row.placedAt),
    expiresAt: new Date(row.expiresAt),
    finalizedAt: row.finalizedAt === null ? null : new Date(row.finalizedAt),
    deadlineAt: row.deadlineAt === null ? null : new Date(row.deadlineAt),
  }));
}
