import type { Client } from "pg";

import { sealAfter } from "@/lib/audit/rules.chain";
import type { Sealer } from "@/lib/platform/server/seal";
import type { Filling } from "@/tests/support/draws/large-draw";
import {
  countersStatement,
  filledActions,
  fillings,
  orderIdSql,
  placedMs,
  timeSql,
  toOrderId,
} from "@/tests/support/draws/large-draw";

export type Seeding = Filling & { sealer: Sealer };

const batch = 20_000;

/** From placing an order to sealing its entries. */
const sealedAfterMs = 75_000;

/** A connection to either database. */
export type SqlClient = { query: (statement: string) => Promise<{ rows: unknown[] }> };

export async function withoutIndexes(client: SqlClient, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relname = any(
          '{orders,order_lines,order_words,number_ranges,payment_attempts,refunds,outbox,audit_entries}')
        and t.relnamespace = 'public'::regnamespace and not i.indisprimary`,
  );
  const indexes = rows as { name: string; definition: string }[];
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
}

/**
 * Fills an unsold draw with orders, lines, numbers, attempts, receipts, sealed audit entries and counters. Needs a
 * superuser, because it disables foreign keys meanwhile.
 */
export async function seedOrders(
  client: Client,
  seeding: Seeding,
  onProgress: (written: number) => void,
): Promise<void> {
  const { orders } = seeding;
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  await client.query("set maintenance_work_mem = '512MB'");
  await withoutIndexes(client, async () => {
    let seal = "";
    for (let from = 1; from <= orders; from += batch) {
      const to = Math.min(orders, from + batch - 1);
      for (const statement of fillings(seeding)) await client.query(statement(from, to));
      seal = await writeEntries(client, seeding, from, to, seal);
      onProgress(to);
    }
  });
  await client.query(countersStatement(seeding));
  await client.query("vacuum analyze");
}

/** Writes three sealed entries per order: the job would need a quarter of an hour to seal six million. */
async function writeEntries(
  client: Client,
  seeding: Seeding,
  from: number,
  to: number,
  before: string,
): Promise<string> {
  const { drawId, sealer } = seeding;
  const seals: string[] = [];
  let seal = before;
  for (let n = from; n <= to; n += 1) {
    const head = { sequence: (n - 1) * filledActions.length, seal };
    const entries = filledActions.map(({ action, actor, detail, afterMs }, at) => ({
      entryId: `${n}-${at + 1}`,
      orderId: toOrderId(n),
      action,
      actorKind: actor,
      deviceId: null,
      operator: null,
      at: new Date(placedMs(seeding, n) + afterMs).toISOString().replace("Z", "000"),
      detail,
    }));
    const sealed = sealAfter(sealer, drawId, head, entries, new Date(placedMs(seeding, n) + sealedAfterMs));
    seals.push(...sealed.map((entry) => entry.seal));
    seal = seals.at(-1) ?? seal;
  }
  const column = (of: (action: (typeof filledActions)[number]) => string | number) =>
    `'{${filledActions.map(of).join(",")}}'`;
  await client.query(
    `insert into audit_entries (draw_id, entry_id, order_id, at, action, actor_kind, detail, sequence, sealed_at, seal)
      select '${drawId}', n || '-' || a.place, ${orderIdSql}, ${timeSql(seeding, 0)} + a.after_ms * interval '1 millisecond',
        a.action, a.actor, (array[${filledActions.map(({ detail }) => `'${detail}'`).join(",")}])[a.place]::jsonb,
        (n - 1) * ${filledActions.length} + a.place, ${timeSql(seeding, sealedAfterMs)}, s.seal
      from unnest($1::text[]) with ordinality s(seal, place)
      cross join lateral (select ${from} + (s.place - 1) / ${filledActions.length} as n,
        (s.place - 1) % ${filledActions.length} + 1 as at) p
      join unnest(${column(({ action }) => action)}::text[], ${column(({ actor }) => actor)}::text[],
        ${column(({ afterMs }) => afterMs)}::int[]) with ordinality a(action, actor, after_ms, place)
        on a.place = p.at`,
    [seals],
  );
  return seal;
}
