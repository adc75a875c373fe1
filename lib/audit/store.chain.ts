import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { sealingChain } from "./rules";

import type { ChainEntry, ChainHead, SealedEntry } from "./rules.chain";
import { lateSeal } from "./rules.chain";

/** Formats times in UTC, whatever the connection's time zone is. */
const entryColumns = sql`entry_id as "entryId", order_id as "orderId",
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, action, actor_kind as "actorKind",
  device_id as "deviceId", operator, detail::text as detail`;

export async function findDrawToSeal(db: Database, after: string, before: Date): Promise<string | null> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select draw_id as "drawId" from audit_entries
      where sequence is null and draw_id > ${after} and at <= ${before.toISOString()}::timestamptz
      order by draw_id limit 1`,
  );
  return rows[0]?.drawId ?? null;
}

export async function readChainHead(tx: Database, drawId: string): Promise<ChainHead> {
  const rows = await queryRows<{ sequence: string | number; seal: string | null }>(
    tx,
    sql`select sequence, seal from audit_entries where draw_id = ${drawId} and sequence is not null
      order by sequence desc limit 1`,
  );
  return { sequence: Number(rows[0]?.sequence ?? 0), seal: rows[0]?.seal ?? "" };
}

export function listUnsealed(tx: Database, drawId: string, before: Date, limit: number): Promise<ChainEntry[]> {
  return queryRows<ChainEntry>(
    tx,
    sql`select ${entryColumns} from audit_entries e
      where e.draw_id = ${drawId} and e.sequence is null and e.at <= ${before.toISOString()}::timestamptz
      order by e.at, e.entry_id ${limitClause(limit)}`,
  );
}

export async function readSealAt(db: Database, drawId: string, sequence: number): Promise<string | null> {
  const rows = await queryRows<{ seal: string | null }>(
    db,
    sql`select seal from audit_entries where draw_id = ${drawId} and sequence = ${sequence}::bigint`,
  );
  return rows[0]?.seal ?? null;
}

/**
 * If another process writes this chain, returns false or violates `audit_entries_sequence`. Roll back in both cases.
 */
export async function writeSeals(
  tx: Database,
  drawId: string,
  sealed: { entryId: string; sequence: number; sealedAt: string; seal: string }[],
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    // Only one process writes at a time: updates lock rows in no fixed order, so two over the same entries could
    // deadlock.
    sql`with turn as materialized (
        select pg_try_advisory_xact_lock(hashtext('audit-chain'), hashtext(${drawId})) as mine
      )
      update audit_entries e set sequence = s.sequence, seal = s.seal, sealed_at = s.sealed_at at time zone 'UTC'
      from turn, unnest(${sql.param(sealed.map(({ entryId }) => entryId))}::text[],
        ${sql.param(sealed.map(({ sequence }) => sequence))}::bigint[],
        ${sql.param(sealed.map(({ sealedAt }) => sealedAt))}::timestamp[],
        ${sql.param(sealed.map(({ seal }) => seal))}::text[]) as s(entry_id, sequence, sealed_at, seal)
      where turn.mine and e.draw_id = ${drawId} and e.entry_id = s.entry_id and e.sequence is null
      returning e.entry_id`,
  );
  return rows.length === sealed.length;
}

/** Finds each chain by an index after the previous one, instead of reading all entries. The last row is null. */
export const withChains = sql`with recursive chain as (
    (select draw_id from audit_entries order by draw_id limit 1)
    union all
    select (select e.draw_id from audit_entries e where e.draw_id > c.draw_id order by e.draw_id limit 1)
    from chain c where c.draw_id is not null
  )`;

export function listChains(db: Database): Promise<{ drawId: string }[]> {
  return queryRows(db, sql`${withChains} select draw_id as "drawId" from chain where draw_id is not null`);
}

export async function readLastSealRun(db: Database): Promise<Date | null> {
  const rows = await queryRows<{ at: string | Date }>(
    db,
    sql`select at from audit_entries where draw_id = ${sealingChain} and order_id is null order by at desc limit 1`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

export async function listSealedAfterRun(
  db: Database,
  drawId: string,
  places: readonly number[],
): Promise<Set<number>> {
  const ms = (length: number) => sql`make_interval(secs => ${length / 1000})`;
  const rows = await queryRows<{ sequence: string | number }>(
    db,
    sql`select e.sequence from audit_entries e
      where e.draw_id = ${drawId} and e.sequence = any(${sql.param(places)}::bigint[]) and exists (
        select from audit_entries t where t.draw_id = ${sealingChain} and t.order_id is null
          and t.at >= e.at + ${ms(lateSeal.beforeMs)} and t.at < e.sealed_at - ${ms(lateSeal.slackMs)})`,
  );
  return new Set(rows.map(({ sequence }) => Number(sequence)));
}

export async function listSealed(db: Database, drawId: string, after: number, limit: number): Promise<SealedEntry[]> {
  const rows = await queryRows<Omit<SealedEntry, "sequence"> & { sequence: string | number }>(
    db,
    sql`select ${entryColumns}, sequence, seal,
        to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "sealedAt"
      from audit_entries e
      where e.draw_id = ${drawId} and e.sequence > ${after}::bigint order by e.sequence ${limitClause(limit)}`,
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}
