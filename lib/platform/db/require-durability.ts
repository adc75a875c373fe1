import "server-only";

import { sql } from "drizzle-orm";

import { logLine } from "@/lib/platform/server/log";
import type { Database } from "./database";
import { queryRows } from "./database";

export type Durability = {
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  standbys: number;
};

/** Without `pg_monitor`, a role can't see which standbys confirm, so all count. */
export const standbyCount = sql`(select count(*) from pg_stat_replication
  where coalesce(sync_state, 'sync') in ('sync', 'quorum'))`;

export async function readDurability(db: Database): Promise<Durability> {
  const [row] = await queryRows<Durability>(
    db,
    sql`select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, ${standbyCount}::int as standbys`,
  );
  if (!row) throw new Error("PostgreSQL doesn't tell its settings.");
  return row;
}

/** `doubtful` settings lose commits only if something else fails too (docs/operations.md, Losing nothing). */
export function assessDurability(
  { fsync, full_page_writes: fullPages, synchronous_commit: commit, standbys }: Durability,
  expectedStandbys: number,
): { unsafe: string[]; doubtful: string[] } {
  const isReplicated = expectedStandbys > 0;
  const unsafe = [
    ...(fsync === "off" ? ["fsync is off"] : []),
    ...(commit === "off" || (isReplicated && commit === "local") ? [`synchronous_commit is ${commit}`] : []),
  ];
  const doubtful = [
    ...(standbys < expectedStandbys ? ["The database has fewer standbys than it should."] : []),
    ...(isReplicated && commit === "remote_write"
      ? ["A standby confirms commits before its disk has them: synchronous_commit is remote_write."]
      : []),
    ...(fullPages === "off" ? ["full_page_writes is off: safe only where the file system never tears a page."] : []),
  ];
  return { unsafe, doubtful };
}

/** Only logs a missing standby, because sales must go on after a failover, when there is none for a while. */
export async function requireDurability(
  db: Database,
  { isLive, expectedStandbys }: { isLive: boolean; expectedStandbys: number },
): Promise<void> {
  const durability = await readDurability(db);
  const { unsafe, doubtful } = assessDurability(durability, expectedStandbys);
  if (isLive && unsafe.length > 0) throw new UnsafeDatabase(unsafe);
  for (const doubt of doubtful) logLine("warn", doubt, { standbys: durability.standbys, expected: expectedStandbys });
}

class UnsafeDatabase extends Error {
  constructor(settings: string[]) {
    super(
      `The database may lose sales that it acknowledged: ${settings.join(" and ")}. ` +
        "It must be on for this role and database (docs/operations.md, Losing nothing).",
    );
    this.name = "UnsafeDatabase";
  }
}
