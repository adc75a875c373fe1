import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { reservedIds } from "@/lib/draws/pages/rules.page-paths";
import type { MigrationEvent } from "@/lib/platform/db/apply-migrations";
import { readPgliteState, withPgliteSession } from "@/lib/platform/db/migrate-pglite";
import { migratePostgres, readPostgresState, withPostgresSession } from "@/lib/platform/db/migrate-postgres";
import type { Migration } from "@/lib/platform/db/migration-files";
import { readMigrations } from "@/lib/platform/db/migration-files";
import { openPglite } from "@/lib/platform/db/open-pglite";
import type { SchemaState, Session } from "@/lib/platform/db/schema-state";
import { rejectNewerSchema } from "@/lib/platform/db/schema-state";
import type { MigrationEnvironment } from "@/lib/platform/server/env.commands";
import { parseMigrationEnvironment } from "@/lib/platform/server/env.commands";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";

const usage = `Usage: npm run migrate            apply the migrations that the database doesn't have yet
       npm run migrate -- --check  only list them, and draws whose address is the product's own by now;
                                   exits with 1 if there are any migrations
         DATABASE_URL              the PostgreSQL database; without it, the embedded one in DATA_DIR (.data),
                                   which must be there unless TIRAGE_MODE is demo
         MIGRATE_LOCK_MS           how long sales may wait for a migration's locks each time (2000)
         MIGRATE_TRIES             how often a migration whose locks aren't free is tried (20)`;

function describe({ tag, isOutsideTransaction, needs }: Migration): string {
  const notes = [
    ...(isOutsideTransaction ? ["beside sales, not in a transaction"] : []),
    ...(needs === null ? [] : [`ends versions that don't know migration ${String(needs).padStart(4, "0")}`]),
  ];
  return `  ${tag}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** Leaves out the password. */
function nameDatabase({ DATABASE_URL: url, DATA_DIR }: MigrationEnvironment): string {
  if (!url) return `the embedded one in ${join(resolve(DATA_DIR), "database")}`;
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get("host") || "localhost";
  return `${decodeURIComponent(pathname.slice(1)) || "postgres"} at ${host}${port ? `:${port}` : ""}`;
}

/** Without this, a command without a database would create one and report success. */
function requireDatabase({ DATABASE_URL: url, DATA_DIR }: MigrationEnvironment): void {
  if (url || process.env.TIRAGE_MODE === "demo" || existsSync(join(DATA_DIR, "database"))) return;
  throw new CommandError(
    `DATABASE_URL isn't set, and ${DATA_DIR} has no embedded database. Run it with the server's environment ` +
      "(docs/operations.md, Upgrade).",
  );
}

function readState({ DATABASE_URL: url, DATA_DIR }: MigrationEnvironment): Promise<SchemaState> {
  return url ? readPostgresState(url) : readPgliteState(DATA_DIR);
}

/** Draws imported before this version took their URL. Needs a database with the table. */
async function listReservedDraws({ DATABASE_URL: url, DATA_DIR }: MigrationEnvironment): Promise<string[]> {
  const ask = async ({ rows }: Session) => {
    const [table] = await rows<{ exists: boolean }>("select to_regclass('draws') is not null as exists");
    if (!table?.exists) return [];
    return rows<{ draw_id: string }>("select draw_id from draws where draw_id = any($1) order by 1", [reservedIds]);
  };
  const found = url ? await withPostgresSession(url, ask) : await withPgliteSession(DATA_DIR, ask);
  return (found ?? []).map(({ draw_id: id }) => id);
}

function list({ pending, laterCount }: SchemaState): void {
  if (laterCount > 0)
    console.log(`The database has ${laterCount} migrations of a later version, which this one can work with.`);
  console.log(pending.length > 0 ? `Pending: ${pending.length}` : "Nothing is pending: the schema is up to date.");
  for (const migration of pending) console.log(describe(migration));
}

async function migrate(environment: MigrationEnvironment): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR, MIGRATE_LOCK_MS: lockMs, MIGRATE_TRIES: tries } = environment;
  const onEvent = ({ kind, tag, attempt }: MigrationEvent) =>
    console.log(
      kind === "applied"
        ? `Applied ${tag}.`
        : `${tag} couldn't get its locks within ${lockMs} ms (try ${attempt} of ${tries}). Sales go first; trying again.`,
    );
  if (url) await migratePostgres(url, { lockMs, tries, onEvent });
  else await (await openPglite(DATA_DIR, undefined, onEvent)).close();
  console.log("The schema is up to date.");
}

async function main(args: string[]): Promise<void> {
  const [option, ...others] = args;
  if (others.length > 0 || (option !== undefined && option !== "--check")) throw new CommandError(usage);
  const environment = parseMigrationEnvironment(process.env);
  requireDatabase(environment);
  console.log(`Database: ${nameDatabase(environment)}`);
  const state = await readState(environment);
  rejectNewerSchema(state, readMigrations());
  list(state);
  if (option === "--check") {
    for (const id of await listReservedDraws(environment)) {
      console.log(`The draw ${id} has no page in this version: /${id} is an address of the product.`);
    }
  }
  if (state.pending.length === 0) return;
  if (option === "--check") process.exitCode = 1;
  else await migrate(environment);
}

await runCommand(usage, main, ["InvalidEnvironment", "SchemaMismatch", "MigrationStopped", "DataDirectoryInUse"]);
