import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditDetail } from "@/lib/audit/rules";
import { compareByTime, systemActor } from "@/lib/audit/rules";
import type { EntryDetailSql, NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries, listWritten } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AuditAction, AuditEntry } from "./rules.audit";
import { auditActions } from "./rules.audit";
import type { DrawOrderKey } from "./schema";

export type NewAuditEntry = NewChainEntry<AuditAction>;

/** Joins the statement that makes the change. Payments without an order get no entry. */
export function insertEntries(changed: SQL, entry: NewAuditEntry, detail?: EntryDetailSql): SQL {
  return insertChainEntries(sql`${changed} where order_id is not null`, entry, detail);
}

/** Must be called in the transaction that made the change. */
export async function writeEntry(
  tx: Database,
  { drawId, orderId }: { drawId: string; orderId: string },
  entry: NewAuditEntry,
): Promise<void> {
  await queryRows(
    tx,
    insertEntries(sql`(select ${drawId}::text as draw_id, ${orderId}::text as order_id) as changed`, entry),
  );
}

/** The actor is the system, because the gateway decides the outcome. */
export function createSettlementEntry(
  action: AuditAction,
  { attempt, now }: { attempt: { attemptNumber: number }; now: Date },
  detail: AuditDetail = {},
): NewAuditEntry {
  return { action, at: now, actor: systemActor, detail: { attempt: attempt.attemptNumber, ...detail } };
}

/** Oldest first. Devices have their current names. */
export async function listEntries(db: Database, drawId: string, orderId: string): Promise<AuditEntry[]> {
  const entries = await listWritten<AuditAction>(db, sql`e.draw_id = ${drawId} and e.order_id = ${orderId}`, null);
  return entries.sort(compareByTime(auditActions));
}

/** `copy` is 0 for the original, otherwise the reprint's number. `claim` is the key that requested the original. */
export type RecordedPrint = { copy: number; at: Date; deviceId: string | null; claim: string | null };

export async function listPrints(db: Database, { drawId, orderId }: DrawOrderKey): Promise<RecordedPrint[]> {
  const rows = await queryRows<Omit<RecordedPrint, "at"> & { at: string | Date }>(
    db,
    sql`select (detail ->> 'copy')::int as copy, at, device_id as "deviceId",
        detail ->> 'claim' as claim
      from audit_entries
      where draw_id = ${drawId} and order_id = ${orderId} and action in ('receipt-printed', 'receipt-reprinted')`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export async function countEntries(
  db: Database,
  { drawId, orderId }: DrawOrderKey,
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
