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

/** The last call of each tablet and each session, in ms since 1970. Zero for never. */
export type LastCalls = Record<string, number>;

export type DatabaseState = { tables: TableStates; lastCalls: LastCalls };

/** `read` stops and restarts a server on the embedded database, which allows one reader. */
export type WatchedServer = {
  current: () => Server;
  read: () => Promise<DatabaseState>;
  stop: () => Promise<void>;
};

type Rows = (statement: string) => Promise<Record<string, unknown>[]>;

/** Jobs write leases, draw results and sums of sales all the time, and wrong keys and codes are counted. */
const ignoredTables = ["jobs", "draw_results", "call_counts", "half_hour_sales", "half_hour_sales_progress"];

const chainOfJobs = "system:sealing";

/** Jobs write these columns, or they have the last call of a tablet or session, which `lastCalls` compares. */
const ignoredColumns: Record<string, string[]> = {
  audit_entries: ["sequence", "sealed_at", "seal"],
  devices: ["seen_at"],
  person_sessions: ["seen_at"],
};

export function startWatchedServer(): Promise<WatchedServer> {
  return onPostgres ? watchPostgres() : watchEmbedded();
}

/**
 * Leaves out lines of startup, of failed lookups, and of wrong keys and codes (one a minute of each kind, because
 * hostile input must not fill a log).
 */
export function findComplaints(output: string): string[] {
  const lastTries = new Map<string, number>();
  return output.split("\n").filter((line) => line !== "" && !isExpected(line, lastTries));
}

async function readLastCalls(rows: Rows): Promise<LastCalls> {
  const seen = await rows(
    `select id, coalesce(extract(epoch from seen_at) * 1000, 0)::float8 as at from (
        select 'tablet ' || device_id as id, seen_at from devices
        union all select 'session ' || session_id, seen_at from person_sessions
      ) s order by id`,
  );
  return Object.fromEntries(seen.map(({ id, at }) => [String(id), Number(at)]));
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

async function readState(rows: Rows): Promise<DatabaseState> {
  return { tables: await readTables(rows), lastCalls: await readLastCalls(rows) };
}

async function readPostgres(url: string): Promise<DatabaseState> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await readState(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

async function readEmbedded(dataDir: string): Promise<DatabaseState> {
  const database = await PGlite.create({ dataDir: join(dataDir, "database") });
  try {
    return await readState(async (statement) => (await database.query<Record<string, unknown>>(statement)).rows);
  } finally {
    await database.close();
  }
}

async function watchPostgres(): Promise<WatchedServer> {
  const running = await startServer();
  const { databaseUrl } = running;
  if (!databaseUrl) throw new Error("The server has no PostgreSQL database.");
  return { current: () => running, read: () => readPostgres(databaseUrl), stop: () => running.stop() };
}

async function watchEmbedded(): Promise<WatchedServer> {
  const dataDir = await freshDataDirectory();
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const options: ServerOptions = { dataDir, sandbox };
  let running = await startServer(options);
  let earlierOutput = "";

  async function read(): Promise<DatabaseState> {
    await running.terminate();
    const state = await readEmbedded(dataDir);
    const before = running;
    earlierOutput += before.output();
    running = await startServer({ ...options, port: before.port });
    return state;
  }

  return {
    current: () => ({ ...running, output: () => earlierOutput + running.output() }),
    read,
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

/** Wrong keys and codes of a kind are logged once a minute, by another clock than the lines' own times. */
const wrongTryEveryMs = 59_000;

type Line = { time?: string; level: string; message: string; status?: number; detail?: string };

function isOutage({ message, detail = "" }: Line): boolean {
  return lookups.includes(message) && /^Draw [\w-]+: no-answer\.$/.test(detail);
}

/** `lastTries` has the time of the last line of each kind. */
function isRareTry({ time = "", message }: Line, lastTries: Map<string, number>): boolean {
  const kind = wrongTry.exec(message)?.[0];
  if (kind === undefined) return false;
  const [before, at] = [lastTries.get(kind) ?? Number.NEGATIVE_INFINITY, Date.parse(time)];
  lastTries.set(kind, at);
  return at - before >= wrongTryEveryMs;
}

function isExpected(text: string, lastTries: Map<string, number>): boolean {
  // A dying process writes outside of the log.
  if (!text.startsWith("{")) return false;
  const line = JSON.parse(text) as Line;
  const { level, message, status = 0 } = line;
  if (level === "info" || isRareTry(line, lastTries) || isOutage(line)) return true;
  return message === "request" && status < 500;
}
