import { Client } from "pg";

import type { Place } from "./place";
import { until } from "./until";

/** Through the proxy that leads to the primary. */
export function databaseUrl({ ports, secrets }: Place): string {
  return `postgres://tirage:${secrets.database}@127.0.0.1:${ports.database}/tirage`;
}

/** Returns the rows of the last statement. */
export async function query<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 30_000 });
  // Cut connections are expected.
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = (await client.query(statement)) as unknown as { rows: Row[] });
    return rows;
  } finally {
    await client.end();
  }
}

function superuserUrl({ ports, secrets }: Place): string {
  return `postgres://postgres:${secrets.superuser}@127.0.0.1:${ports.database}/postgres`;
}

/** Commits wait for a synchronous standby. For some seconds after a restart, they don't. */
export async function confirmsCommits(place: Place): Promise<boolean> {
  const standbys = "select 1 from pg_stat_replication where sync_state = 'sync'";
  return (await query(superuserUrl(place), standbys)).length === 1;
}

/** Resolves to false if the primary waits for a missing standby. Tries for half a minute. */
export function takesCommits(place: Place): Promise<boolean> {
  return query(superuserUrl(place), "select pg_logical_emit_message(true, 'topology', 'commit')").then(
    () => true,
    () => false,
  );
}

export async function createDatabase(place: Place): Promise<void> {
  const { secrets } = place;
  const url = superuserUrl(place);
  const limits = { what: "the way to the primary", withinMs: 300_000 };
  await until(
    () => query(url, "select 1"),
    () => true,
    limits,
  );
  await query(
    url,
    `create role tirage login password '${secrets.database}'`,
    "grant pg_monitor to tirage",
    "create database tirage owner tirage",
  );
}

/** Throws unless commits wait for a standby, as in live mode. */
export async function requireSafeCommits(place: Place): Promise<void> {
  const [row] = await query<{ off: number; standbys: number }>(
    databaseUrl(place),
    `select (select count(*)::int from pg_settings
        where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting <> 'on') as off,
      (select count(*)::int from pg_stat_replication where sync_state = 'sync') as standbys`,
  );
  if (row?.off === 0 && row.standbys === 1) return;
  throw new Error(`A commit of the app may be lost: ${JSON.stringify(row)}`);
}
