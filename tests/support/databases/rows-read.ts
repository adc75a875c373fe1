import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

async function readSoFar(tx: Database): Promise<number> {
  const [row] = await queryRows<{ rows: string }>(
    tx,
    sql`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows from pg_stat_xact_user_tables`,
  );
  return Number(row?.rows);
}

export function rowsRead(db: Database, run: (tx: Database) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await readSoFar(tx);
    await run(tx);
    return (await readSoFar(tx)) - before;
  });
}
