import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/actor";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { AuditActor, AuditDetail, WrittenEntry } from "./rules";
import { compareByTime } from "./rules";

export type NewChainEntry<Action extends string = string> = {
  action: Action;
  at: Date;
  actor: AuditActor;
  detail?: AuditDetail;
};

export type EntryDetailSql = SQL;

/** A verifier is recorded as an admin, the upstream platform as the system. */
export function toAuditActor(actor: Actor): AuditActor {
  if (actor.kind === "upstream") return { kind: "system", deviceId: null, operator: "upstream" };
  if (actor.kind === "device") return { kind: "device", deviceId: actor.deviceId, operator: actor.operator };
  const operator = actor.kind === "admin" || actor.kind === "verifier" ? (actor.name ?? null) : null;
  return { kind: actor.kind === "buyer" ? "buyer" : "admin", deviceId: null, operator };
}

/**
 * SQL to add to the statement that makes a change, so that no change lacks its entry. The rows of `changed` need
 * `draw_id` (the chain) and `order_id`.
 */
export function insertChainEntries(
  changed: SQL,
  { action, at, actor, detail = {} }: NewChainEntry,
  facts: EntryDetailSql = sql`'{}'::jsonb`,
): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    select draw_id, order_id, ${at.toISOString()}::timestamptz, ${action}::text, ${actor.kind}::text,
      ${actor.deviceId}::text, ${actor.operator}::text, ${JSON.stringify(detail)}::jsonb || ${facts}
    from ${changed}`;
}

/** Like `insertChainEntries`, for rows that also have `at`, `actor_kind`, `device_id`, `operator` and `detail`. */
export function insertOwnEntries(changed: SQL, action: string): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    select draw_id, order_id, at, ${action}::text, actor_kind, device_id, operator, detail from ${changed}`;
}

export async function writeChainEntry(tx: Database, chain: string, entry: NewChainEntry): Promise<void> {
  const changed = sql`(select ${chain}::text as draw_id, null::text as order_id) as changed`;
  await queryRows(tx, insertChainEntries(changed, entry));
}

export async function listWritten<Action extends string>(
  db: Database,
  condition: SQL,
  limit: number | null,
): Promise<WrittenEntry<Action>[]> {
  const rows = await queryRows<WrittenEntry<Action> & { at: string | Date }>(
    db,
    sql`select coalesce(d.name, d.label) as device, e.operator, e.detail, e.action, e.at, e.actor_kind as actor
      from audit_entries e left join devices d on d.device_id = e.device_id
      where ${condition} order by e.at desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

export async function listChainEntries<Action extends string>(
  db: Database,
  chain: string,
  actions: readonly Action[],
): Promise<WrittenEntry<Action>[]> {
  const condition = sql`e.draw_id = ${chain} and e.order_id is null and e.action = any(${sql.param(actions)}::text[])`;
  const entries = await listWritten<Action>(db, condition, 500);
  return entries.sort(compareByTime(actions));
}
