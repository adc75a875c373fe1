import "server-only";

import { randomUUID } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
import { queryRows } from "./database";

/** Null if another process holds the lease. */
export async function takeLease(db: Database, name: string, leaseMs: number): Promise<string | null> {
  const holder = randomUUID();
  const rows = await queryRows(
    db,
    sql`insert into jobs (name, holder, leased_until) values (${name}, ${holder}, ${fromNow(leaseMs)})
      on conflict (name) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where jobs.leased_until <= clock_timestamp() returning name`,
  );
  return rows.length === 1 ? holder : null;
}

/** Keeps the lease until the next run is due, so that all processes together run once per interval. */
export async function finishRun(
  db: Database,
  { name, holder, hasSucceeded }: { name: string; holder: string; hasSucceeded: boolean },
  untilNextRunMs: number,
): Promise<void> {
  await db.execute(
    sql`update jobs set leased_until = ${fromNow(untilNextRunMs)},
        finished_at = case when ${hasSucceeded}::boolean then clock_timestamp() else finished_at end
      where name = ${name} and holder = ${holder}`,
  );
}

export async function recordRun(db: Database, name: string): Promise<void> {
  await db.execute(
    sql`insert into jobs (name, holder, leased_until, finished_at)
      values (${name}, '', clock_timestamp(), clock_timestamp())
      on conflict (name) do update set finished_at = excluded.finished_at`,
  );
}

/** In ms, by the job's name, across all processes. */
export async function readJobAges(db: Database): Promise<Map<string, number>> {
  const rows = await queryRows<{ name: string; age_ms: string }>(
    db,
    sql`select name, extract(epoch from clock_timestamp() - finished_at) * 1000 as age_ms
      from jobs where finished_at is not null`,
  );
  return new Map(rows.map((row) => [row.name, Number(row.age_ms)]));
}

function fromNow(ms: number): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`;
}
