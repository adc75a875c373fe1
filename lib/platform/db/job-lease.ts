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
 * Takes the lease of a job for `leaseMs` if nobody holds it. Gives the name of this holding, of which there is no
 * other, or null when somebody else holds it.
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
 * Keeps a lease for `restMs` more after a run, so that the job is run once a turn by all processes together. One that
 * ran out and was taken over meanwhile is left to its new holder.
 */
export async function restLease(db: Database, lease: { name: string; holder: string }, restMs: number): Promise<void> {
  await db.execute(
    sql`update jobs set leased_until = ${later(restMs)}, finished_at = clock_timestamp()
      where name = ${lease.name} and holder = ${lease.holder}`,
  );
}
