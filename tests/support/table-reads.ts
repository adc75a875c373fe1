import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** The tables that grow with each sale. */
const growing = [
  "audit_entries",
  "number_ranges",
  "order_lines",
  "orders",
  "outbox",
  "payment_attempts",
  "payment_tries",
  "refunds",
  "ticket_shares",
];

/** What was read of a table and its indexes: how often from its begin to its end, and how many blocks. */
type TableReads = { scans: number; blocks: number };

async function readSoFar(db: Database): Promise<Map<string, TableReads>> {
  // What the one connection of `db` has read is told to nobody yet.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const rows = await queryRows<{ name: string; scans: string; blocks: string }>(
    db,
    sql`select t.relname as name, t.seq_scan as scans,
        b.heap_blks_read + b.heap_blks_hit + b.idx_blks_read + b.idx_blks_hit as blocks
      from pg_stat_user_tables t join pg_statio_user_tables b using (relid)
      where t.relname = any(${sql.param(growing)}::text[]) order by 1`,
  );
  return new Map(rows.map(({ name, scans, blocks }) => [name, { scans: Number(scans), blocks: Number(blocks) }]));
}

/**
 * Which growing tables a connection reads much of while `run` runs, in words: each that is scanned, or more than `most`
 * blocks of it and its indexes. `db` has one connection, and nobody else is at work. It counts what a clock guesses.
 */
export async function largeReads(db: Database, most: number, run: () => Promise<unknown>): Promise<string[]> {
  const before = await readSoFar(db);
  await run();
  const after = await readSoFar(db);
  return [...after].flatMap(([name, reads]) => {
    const scans = reads.scans - (before.get(name)?.scans ?? 0);
    const blocks = reads.blocks - (before.get(name)?.blocks ?? 0);
    return scans > 0 || blocks > most ? [`${name}: ${scans} scans, ${blocks} blocks`] : [];
  });
}
