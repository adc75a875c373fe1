import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/actor";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { AuditActor, AuditDetail, WrittenEntry } from "./rules";
import { byTime } from "./rules";

/** An action about to be written down. */
export type NewChainEntry<Action extends string = string> = {
  action: Action;
  at: Date;
  actor: AuditActor;
  detail?: AuditDetail;
};

/** Facts of an entry that only its statement knows: a JSON object of columns of the rows that changed. */
export type EntryFacts = SQL;

/** Who acts, as it is written down. A verifier is an admin; what the upstream platform changes, nobody did by hand. */
export function auditActorOf(actor: Actor): AuditActor {
  if (actor.kind === "upstream") return { kind: "system", deviceId: null, operator: "upstream" };
  if (actor.kind === "device") return { kind: "device", deviceId: actor.deviceId, operator: actor.operator };
  const operator = actor.kind === "admin" ? (actor.name ?? null) : null;
  return { kind: actor.kind === "buyer" ? "buyer" : "admin", deviceId: null, operator };
}

/**
 * The insertion of one entry for each row of `changed`, which has `draw_id`, the chain, and `order_id`, null for what
 * is of no order: part of the statement that makes the change, so that none is without its entry and none has two.
 */
export function insertChainEntries(
  changed: SQL,
  { action, at, actor, detail = {} }: NewChainEntry,
  facts: EntryFacts = sql`'{}'::jsonb`,
): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    select draw_id, order_id, ${at.toISOString()}::timestamptz, ${action}::text, ${actor.kind}::text,
      ${actor.deviceId}::text, ${actor.operator}::text, ${JSON.stringify(detail)}::jsonb || ${facts}
    from ${changed}`;
}

/** The same for rows that have the rest of their entries too: `at`, `actor_kind`, `device_id`, `operator`, `detail`. */
export function insertOwnEntries(changed: SQL, action: string): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    select draw_id, order_id, at, ${action}::text, actor_kind, device_id, operator, detail from ${changed}`;
}

/** Writes one entry of a draw itself, or of a parent (`parentChain`), in the transaction that made the change. */
export async function writeChainEntry(tx: Database, chain: string, entry: NewChainEntry): Promise<void> {
  const changed = sql`(select ${chain}::text as draw_id, null::text as order_id) as changed`;
  await queryRows(tx, insertChainEntries(changed, entry));
}

type EntryRow = {
  action: string;
  at: string | Date;
  actor_kind: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};

/**
 * Lists the entries `e` that fulfil a condition, the latest `most`, the latest first; a device by the name that it has
 * now.
 */
export async function listWritten<Action extends string>(
  db: Database,
  condition: SQL,
  most: number | null,
): Promise<WrittenEntry<Action>[]> {
  const rows = await queryRows<EntryRow>(
    db,
    sql`select e.action, e.at, e.actor_kind, coalesce(d.name, d.label) as device, e.operator, e.detail
      from audit_entries e left join devices d on d.device_id = e.device_id
      where ${condition} order by e.at desc limit ${most}`,
  );
  return rows.map(({ at, action, actor_kind: actor, ...row }) => {
    return { ...row, action: action as Action, at: new Date(at).toISOString(), actor };
  });
}

/** Lists the latest entries of a chain that are of no order and have one of the actions, at most 500, by their time. */
export async function listChainEntries<Action extends string>(
  db: Database,
  chain: string,
  actions: readonly Action[],
): Promise<WrittenEntry<Action>[]> {
  const condition = sql`e.draw_id = ${chain} and e.order_id is null and e.action = any(${sql.param(actions)}::text[])`;
  const entries = await listWritten<Action>(db, condition, 500);
  return entries.sort(byTime(actions));
}
