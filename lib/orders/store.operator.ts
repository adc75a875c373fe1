import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { AuditAction } from "./rules.audit";

type OrderId = { drawId: string; orderId: string };

/**
 * A print of a receipt: `copy` is 0 for the original, otherwise the number of the reprint; `claim` is the key that
 * requested the original.
 */
export type NotedPrint = { copy: number; at: Date; deviceId: string | null; claim: string | null };

/** Lists the prints of an order's receipt that were written down. */
export async function listPrints(db: Database, { drawId, orderId }: OrderId): Promise<NotedPrint[]> {
  const rows = await queryRows<{ copy: number; at: string | Date; device_id: string | null; claim: string | null }>(
    db,
    sql`select (detail ->> 'copy')::int as copy, at, device_id, detail ->> 'claim' as claim from audit_entries
      where draw_id = ${drawId} and order_id = ${orderId} and action in ('receipt-printed', 'receipt-reprinted')`,
  );
  return rows.map(({ device_id: deviceId, ...row }) => ({ ...row, deviceId, at: new Date(row.at) }));
}

/** Counts the entries of one action about an order, of a span or of all time, both ends included. */
export async function countEntries(
  db: Database,
  { drawId, orderId }: OrderId,
  action: AuditAction,
  { from, to }: { from?: Date; to?: Date } = {},
): Promise<number> {
  const rows = await queryRows<{ entries: string | number }>(
    db,
    sql`select count(*) as entries from audit_entries
      where draw_id = ${drawId} and order_id = ${orderId} and action = ${action}
        and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz
        and at <= ${to?.toISOString() ?? "infinity"}::timestamptz`,
  );
  return Number(rows[0]?.entries ?? 0);
}
