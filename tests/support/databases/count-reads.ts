import { sql } from "drizzle-orm";

import type { Database, Pools } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Sequential scans, and blocks of the table and its indexes. */
export type TableReads = { scans: number; blocks: number };

/** Without `tables`, counts the rows read of all. */
export function rowsRead(
  db: Database,
  run: (tx: Database) => Promise<unknown>,
  tables: readonly string[] | null = null,
): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await rowsReadBy(tx, tables);
    await run(tx);
    return (await rowsReadBy(tx, tables)) - before;
  });
}

/** Each of `pools` must have one connection, and no other work may be running. */
export async function tableReads(pools: Pools, run: () => Promise<unknown>): Promise<Map<string, TableReads>> {
  const before = await tableReadsBy(pools);
  await run();
  const after = await tableReadsBy(pools);
  const since = (name: string, { scans, blocks }: TableReads): TableReads => {
    const then = before.get(name) ?? { scans: 0, blocks: 0 };
    return { scans: scans - then.scans, blocks: blocks - then.blocks };
  };
  return new Map([...after].map(([name, reads]) => [name, since(name, reads)]));
}

async function rowsReadBy(tx: Database, tables: readonly string[] | null): Promise<number> {
  const [row] = await queryRows<{ rows: string }>(
    tx,
    sql`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows from pg_stat_xact_user_tables
      where ${sql.param(tables)}::text[] is null or relname = any(${sql.param(tables)}::text[])`,
  );
  return Number(row?.rows);
}

const growing = [
  "audit_entries",
  "number_ranges",
  "order_lines",
  "order_words",
  "orders",
  "outbox",
  "payment_attempts",
  "payment_tries",
  "refunds",
  "ticket_shares",
];

async function tableReadsBy(pools: Pools): Promise<Map<string, TableReads>> {
  // Connections report their reads only on request.
  for (const db of Object.values(pools)) await db.execute(sql`select pg_stat_force_next_flush()`);
  const rows = await queryRows<{ name: string; scans: string; blocks: string }>(
    pools.jobs,
    sql`select t.relname as name, t.seq_scan as scans,
        b.heap_blks_read + b.heap_blks_hit + b.idx_blks_read + b.idx_blks_hit as blocks
      from pg_stat_user_tables t join pg_statio_user_tables b using (relid)
      where t.relname = any(${sql.param(growing)}::text[])`,
  );
  return new Map(rows.map(({ name, scans, blocks }) => [name, { scans: Number(scans), blocks: Number(blocks) }]));
}
