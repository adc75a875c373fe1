import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { AuditAction } from "./rules.audit";

type OrderId = { drawId: string; orderId: string };

/** Counts the entries of one action about an order, of a span or of all time, both ends included, by one device or by all. */
export async function countEntries(
  db: Database,
  { drawId, orderId }: OrderId,
  action: AuditAction,
  { from, to, deviceId = null }: { from?: Date; to?: Date; deviceId?: string | null } = {},
): Promise<number> {
  const rows = await queryRows<{ entries: string | number }>(
    db,
    sql`select count(*) as entries from audit_entries
      where draw_id = ${drawId} and order_id = ${orderId} and action = ${action}
        and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz
        and at <= ${to?.toISOString() ?? "infinity"}::timestamptz
        and (${deviceId}::text is null or device_id = ${deviceId}::text)`,
  );
  return Number(rows[0]?.entries ?? 0);
}
