import { rm } from "node:fs/promises";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";

import { startSandbox } from "@/sandbox/start-sandbox";

import { freshDataDirectory } from "@/tests/support/databases/data-template";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import type { Server, ServerOptions } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

export type TableStates = Record<string, { rows: number; digest: string }>;

/** `tables` stops and restarts a server on the embedded database, which allows one reader. */
export type WatchedServer = {
  current: () => Server;
  tables: () => Promise<TableStates>;
  stop: () => Promise<void>;
};

type Rows = (statement: string) => Promise<Record<string, unknown>[]>;

/** Jobs write leases and draw results all the time, and wrong keys and codes are counted. */
const ignoredTables = ["jobs", "draw_results", "call_counts"];

const chainOfJobs = "system:sealing";

/** Columns that jobs write, and when a tablet or a session last called. */
const ignoredColumns: Record<string, string[]> = {
  audit_entries: ["sequence", "sealed_at", "seal"],
  devices: ["seen_at"],
  person_sessions: ["seen_at"],
};

export function startWatchedServer(): Promise<WatchedServer> {
  return onPostgres ? watchPostgres() : watchEmbedded();
}

/**
 * Leaves out lines of startup, of wrong keys and codes (one a minute) and of failed lookups, as hostile input must not
 * fill a log.
 */
export function findComplaints(output: string): string[] {
  return output.split("\n").filter((line) => line !== "" && !isExpected(line));
}

async function readTables(rows: Rows): Promise<TableStates> {
  const tables = await rows("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const names = tables.map(({ name }) => String(name)).filter((name) => !ignoredTables.includes(name));
  const states: TableStates = {};
  for (const name of names) {
    const [state] = await rows(
      `select count(*)::int as rows, coalesce(md5(string_agg(row::text, '\n' order by row::text)), '') as digest
        from (select to_jsonb(t) - array['${(ignoredColumns[name] ?? []).join("','")}']::text[] as row from "${name}" t) t
        where row ->> 'draw_id' is distinct from '${chainOfJobs}'`,
    );
    states[name] = { rows: Number(state?.rows), digest: String(state?.digest) };
  }
  return states;
}

async function readPostgres(url: string): Promise<TableStates> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await readTables(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

async function readEmbedded(dataDir: string): Promise<TableStates> {
  const database = await PGlite.create({ dataDir: join(dataDir, "database") });
  try {
    return await readTables(async (statement) => (await database.query<Record<string, unknown>>(statement)).rows);
  } finally {
    await database.close();
  }
}

async function watchPostgres(): Promise<WatchedServer> {
  const running = await startServer();
  const { databaseUrl } = running;
  if (!databaseUrl) throw new Error("The server has no PostgreSQL database.");
  return { current: () => running, tables: () => readPostgres(databaseUrl), stop: () => running.stop() };
}

async function watchEmbedded(): Promise<WatchedServer> {
  const dataDir = await freshDataDirectory();
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const options: ServerOptions = { dataDir, sandbox };
  let running = await startServer(options);
  let earlierOutput = "";

  async function tables(): Promise<TableStates> {
    await running.terminate();
    const states = await readEmbedded(dataDir);
    const before = running;
    earlierOutput += before.output();
    running = await startServer({ ...options, port: before.port });
    return states;
  }

  return {
    current: () => ({ ...running, output: () => earlierOutput + running.output() }),
    tables,
    stop: async () => {
      await running.stop();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Logged when the sandbox is slow on a busy machine. */
const lookups = ["A payment couldn't be looked up.", "Payments could not be matched with the report."];

const wrongTry = /^A wrong (?:admin key|passkey|session|invitation) was sent/;

type Line = { level: string; message: string; status?: number; detail?: string };

function isOutage({ message, detail = "" }: Line): boolean {
  return lookups.includes(message) && /^Draw [\w-]+: no-answer\.$/.test(detail);
}

function isExpected(text: string): boolean {
  // A dying process writes outside the log.
  if (!text.startsWith("{")) return false;
  const line = JSON.parse(text) as Line;
  const { level, message, status = 0 } = line;
  if (level === "info" || wrongTry.test(message) || isOutage(line)) return true;
  return message === "request" && status < 500;
}
