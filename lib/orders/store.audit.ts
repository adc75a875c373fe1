import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditDetail } from "@/lib/audit/rules";
import { byTime, systemActor } from "@/lib/audit/rules";
import type { EntryFacts, NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries, listWritten } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { AuditAction, AuditEntry } from "./rules.audit";
import { auditActions } from "./rules.audit";

/** An action about to be written down. */
export type NewAuditEntry = NewChainEntry<AuditAction>;

/**
 * The insertion of one entry for each row of `changed`, which has `draw_id` and `order_id`: part of the statement that
 * makes the change. A payment without an order has no entry.
 */
export function insertEntries(changed: SQL, entry: NewAuditEntry, facts?: EntryFacts): SQL {
  return insertChainEntries(sql`${changed} where order_id is not null`, entry, facts);
}

/** Writes one entry in the transaction that made the change. */
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

/** The outcome of an attempt, to be recorded: it has no actor, because it comes from an answer. */
export function settlementEntry(
  action: AuditAction,
  { attempt, now }: { attempt: { attemptNumber: number }; now: Date },
  facts: AuditDetail = {},
): NewAuditEntry {
  return { action, at: now, actor: systemActor, detail: { attempt: attempt.attemptNumber, ...facts } };
}

/** Lists what was written down about an order, the earliest first; a device by the name that it has now. */
export async function listEntries(db: Database, drawId: string, orderId: string): Promise<AuditEntry[]> {
  const entries = await listWritten<AuditAction>(db, sql`e.draw_id = ${drawId} and e.order_id = ${orderId}`, null);
  return entries.sort(byTime(auditActions));
}
