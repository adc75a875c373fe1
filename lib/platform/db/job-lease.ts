import "server-only";

import { randomUUID } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
import { queryRows } from "./database";

function later(ms: number): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`;
}

/**
 * Takes the lease of a job for `leaseMs` if nobody holds it. Returns a unique name for this lease, or null if another
 * process holds it.
 */
export async function takeLease(db: Database, name: string, leaseMs: number): Promise<string | null> {
  const holder = randomUUID();
  const rows = await queryRows(
    db,
    sql`insert into jobs (name, holder, leased_until) values (${name}, ${holder}, ${later(leaseMs)})
      on conflict (name) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where jobs.leased_until <= clock_timestamp() returning name`,
  );
  return rows.length === 1 ? holder : null;
}

/**
 * Keeps a lease for `restMs` more after a run, so that all processes together run the job once per interval, and
 * records when it last succeeded. A lease that ran out and was taken over is left to its new holder.
 */
export async function restLease(
  db: Database,
  { name, holder, hasSucceeded }: { name: string; holder: string; hasSucceeded: boolean },
  restMs: number,
): Promise<void> {
  await db.execute(
    sql`update jobs set leased_until = ${later(restMs)},
        finished_at = case when ${hasSucceeded}::boolean then clock_timestamp() else finished_at end
      where name = ${name} and holder = ${holder}`,
  );
}

/** Notes that a job that needs no lease has succeeded, in whichever process. */
export async function noteRun(db: Database, name: string): Promise<void> {
  await db.execute(
    sql`insert into jobs (name, holder, leased_until, finished_at)
      values (${name}, '', clock_timestamp(), clock_timestamp())
      on conflict (name) do update set finished_at = excluded.finished_at`,
  );
}

/** How long ago each job last succeeded in any process, in ms, by its name. */
export async function readJobAges(db: Database): Promise<Map<string, number>> {
  const rows = await queryRows<{ name: string; age_ms: string }>(
    db,
    sql`select name, extract(epoch from clock_timestamp() - finished_at) * 1000 as age_ms
      from jobs where finished_at is not null`,
  );
  return new Map(rows.map((row) => [row.name, Number(row.age_ms)]));
}
