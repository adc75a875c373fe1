import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Makes the refunds of a device wait for each other until the transaction ends; taken before any row is locked. */
export async function lockDeviceRefunds(tx: Database, deviceId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('device-refunds'), hashtext(${deviceId}))`);
}

/**
 * Counts the refunds that a device of a parent requested after `since` and that weren't refused, in all draws of its
 * parent. Draw by draw by the index of its refunds: what was answered before can't have been requested since.
 */
export async function countDeviceRefunds(
  tx: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
  since: Date,
): Promise<number> {
  const after = sql`${since.toISOString()}::timestamptz`;
  const of = sql`draw_id = d.draw_id and device_id = ${deviceId}`;
  const [row] = await queryRows<{ made: string }>(
    tx,
    sql`select count(*) as made from draws d cross join lateral (
        select requested_at, requested_by, state from refunds where ${of} and answered_at > ${after}
        union all
        select requested_at, requested_by, state from refunds where ${of} and answered_at is null
      ) r
      where d.parent_id = ${parentId} and r.requested_by = 'device' and r.requested_at > ${after}
        and r.state <> 'refused'`,
  );
  return Number(row?.made);
}

/** Whether there is such a device of a parent. */
export async function isDeviceOf(
  db: Database,
  { deviceId, parentId }: { deviceId: string; parentId: string },
): Promise<boolean> {
  const found = sql`select 1 as found from devices where device_id = ${deviceId} and parent_id = ${parentId}`;
  return (await queryRows(db, found)).length > 0;
}
