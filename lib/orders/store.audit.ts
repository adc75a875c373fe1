import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/context";
import type { Database } from "@/lib/db/database";
import { queryRows } from "@/lib/db/database";

import type { AuditAction, AuditActor, AuditDetail, AuditEntry } from "./rules.audit";
import { auditActions, systemActor } from "./rules.audit";

/** An action about to be written down. */
export type NewAuditEntry = { action: AuditAction; at: Date; actor: AuditActor; detail?: AuditDetail };

/** Facts of an entry that only its statement knows: a JSON object of columns of the rows that changed. */
export type EntryFacts = SQL;

/** Who acts, as it is written down. A verifier is an admin. */
export function auditActorOf(actor: Actor): AuditActor {
  if (actor.kind === "device") return { kind: "device", deviceId: actor.deviceId, operator: actor.operator };
  return { kind: actor.kind === "buyer" ? "buyer" : "admin", deviceId: null, operator: null };
}

/**
 * The insertion of one entry for each row of `changed`, which has `draw_id` and `order_id`: part of the statement that
 * makes the change, so that none is without its entry and none has two. A payment without an order has no entry.
 */
export function insertEntries(
  changed: SQL,
  { action, at, actor, detail = {} }: NewAuditEntry,
  facts: EntryFacts = sql`'{}'::jsonb`,
): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    select draw_id, order_id, ${at.toISOString()}::timestamptz, ${action}::text, ${actor.kind}::text,
      ${actor.deviceId}::text, ${actor.operator}::text, ${JSON.stringify(detail)}::jsonb || ${facts}
    from ${changed} where order_id is not null`;
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

/** What became of an attempt, to be written down: nobody did it, an answer told it. */
export function settlementEntry(
  action: AuditAction,
  { attempt, now }: { attempt: { attemptNumber: number }; now: Date },
  facts: AuditDetail = {},
): NewAuditEntry {
  return { action, at: now, actor: systemActor, detail: { attempt: attempt.attemptNumber, ...facts } };
}

type EntryRow = {
  action: AuditAction;
  at: string | Date;
  actor_kind: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};

/** What was done at the same instant happened in the order of the list. */
function byTime(left: AuditEntry, right: AuditEntry): number {
  const inList = auditActions.indexOf(left.action) - auditActions.indexOf(right.action);
  return left.at === right.at ? inList : left.at < right.at ? -1 : 1;
}

/** Lists what was written down about an order, the earliest first; a device by the name that it has now. */
export async function listEntries(db: Database, drawId: string, orderId: string): Promise<AuditEntry[]> {
  const rows = await queryRows<EntryRow>(
    db,
    sql`select e.action, e.at, e.actor_kind, coalesce(d.name, d.label) as device, e.operator, e.detail
      from audit_entries e left join devices d on d.device_id = e.device_id
      where e.draw_id = ${drawId} and e.order_id = ${orderId} order by e.at`,
  );
  const entries = rows.map(({ at, actor_kind: actor, ...row }) => ({ ...row, at: new Date(at).toISOString(), actor }));
  return entries.sort(byTime);
}
