import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

import { migrationDigest } from "./template-place";

/** Only PostgreSQL has several processes or connections at work at once. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Unused databases of this age belong to runs that were killed. */
const leftOverAfter = "3 hours";

let hasSwept = false;

export async function prepareTemplate(server: string): Promise<void> {
  await withClient(server, (client) => templateOn(client, server));
}

/** The database isn't migrated. The caller drops it. */
export function createEmptyDatabase(server: string, kind: "server" | "unit"): Promise<string> {
  return withClient(server, async (client) => {
    const name = freshName(kind);
    await client.query(`create database ${name}`);
    return toUrl(server, name);
  });
}

/** The database is migrated and empty. The caller drops it. */
export function createDatabase(server: string, kind: "server" | "unit"): Promise<string> {
  return withClient(server, async (client) => {
    const name = freshName(kind);
    await client.query(`create database ${name} template ${await templateOn(client, server)}`);
    return toUrl(server, name);
  });
}

/** Waits seconds for ending connections, which would report an error to the test, before it cuts the others. */
export function dropDatabase(server: string, url: string): Promise<void> {
  return withClient(server, async (client) => {
    await client
      .query(`drop database if exists ${getName(url)}`)
      .catch(() => client.query(`drop database if exists ${getName(url)} with (force)`));
  });
}

export function runStatements(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  });
}

/** Ignores connections that are just ending. */
export function isUsed(server: string, url: string): Promise<boolean> {
  const open = "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'";
  return withClient(server, async (client) => {
    for (let look = 0; look < 20; look += 1) {
      const { rowCount } = await client.query(open, [getName(url)]);
      if (rowCount === 0) return false;
      await wait(10);
    }
    return true;
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function toUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

function getName(url: string): string {
  return new URL(url).pathname.slice(1);
}

function freshName(kind: "server" | "unit" | "draft"): string {
  return `tirage_test_${kind}_${randomBytes(8).toString("hex")}`;
}

/** Drops databases of killed runs, unless the role lacks the right. */
async function sweep(client: Client, template: string): Promise<void> {
  const stale = await client
    .query<{ datname: string }>(
      `select datname from pg_database where datname like 'tirage\\_test\\_%' and datname <> $1
        and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '${leftOverAfter}'
        and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)`,
      [template],
    )
    .catch(() => ({ rows: [] }));
  for (const { datname } of stale.rows) {
    await client.query(`drop database if exists ${datname}`).catch(() => undefined);
  }
}

async function exists(client: Client, name: string): Promise<boolean> {
  const found = await client.query("select from pg_database where datname = $1", [name]);
  return found.rowCount === 1;
}

/** Renames a draft. If two runs do so at once, the later one is discarded. */
async function makeTemplate(client: Client, server: string, name: string): Promise<void> {
  const draft = freshName("draft");
  await client.query(`create database ${draft}`);
  const { openPostgres } = await import("@/lib/platform/db/open-postgres");
  await (await openPostgres(toUrl(server, draft))).close();
  try {
    await client.query(`alter database ${draft} rename to ${name}`);
  } catch (error) {
    await client.query(`drop database ${draft} with (force)`);
    if (!(await exists(client, name))) throw error;
  }
}

/** Creates it if it is missing. Copying it takes a tenth of migrating. */
async function templateOn(client: Client, server: string): Promise<string> {
  const name = `tirage_test_template_${(await migrationDigest()).slice(0, 16)}`;
  if (!hasSwept) await sweep(client, name);
  hasSwept = true;
  if (!(await exists(client, name))) await makeTemplate(client, server, name);
  return name;
}
