import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";

import type { Database, OpenDatabase } from "@/lib/platform/db/database";
import { findSinglePool } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { injectedClockOnly } from "@/tests/support/databases/database-clock";
import type { RunStatements } from "@/tests/support/databases/empty-database";
import { emptyDatabase, readSchemaState } from "@/tests/support/databases/empty-database";
import { openMemory } from "@/tests/support/databases/memory-template";
import { createDatabase, dropDatabase, isUsed, runStatements } from "@/tests/support/databases/postgres-database";

export type BorrowedDatabase = OpenDatabase & { databaseUrl: string | null };

type Place = {
  databaseUrl: string | null;
  open: () => Promise<OpenDatabase>;
  run: RunStatements;
  /** Resolves to true while a process that should have ended still uses it. */
  isUsed: () => Promise<boolean>;
  remove: () => Promise<void>;
};

type ReusableDatabase = { place: Place; schema: string; uses: number };

/** Deleted rows must still be skipped, so after this many tests a fresh database is faster. */
const maxUses = 50;

const idle: ReusableDatabase[] = [];

/** Created once and reused by many tests of a worker, with the test's clock. Discarded if a test changed its schema. */
export async function borrowDatabase(): Promise<BorrowedDatabase> {
  const reusable = idle.pop() ?? (await makeReusable());
  const opened = await reusable.place.open();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await opened.close();
    await recycle({ ...reusable, uses: reusable.uses + 1 });
  };
  return { ...opened, close, databaseUrl: reusable.place.databaseUrl };
}

/** The client fails after `end`, so that one test's unfinished work can't reach the next. */
function createRevocableClient(client: PGlite): { client: PGlite; end: () => void } {
  let hasEnded = false;
  const get = (target: PGlite, name: string | symbol): unknown => {
    if (hasEnded) throw new Error("The test has closed its database.");
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const end = () => {
    hasEnded = true;
  };
  return { client: new Proxy(client, { get }), end };
}

async function makeEmbedded(): Promise<Place> {
  const memory = await openMemory();
  const owned = (memory.pools.sales as unknown as { $client: PGlite }).$client;
  const open = async () => {
    const { client, end } = createRevocableClient(owned);
    return { ...memory, pools: findSinglePool(drizzle({ client }) as unknown as Database), close: async () => end() };
  };
  const run: RunStatements = async (statements) => {
    const results = await owned.exec(statements);
    return (results.at(-1)?.rows ?? []) as Record<string, unknown>[];
  };
  return { databaseUrl: null, open, run, isUsed: async () => false, remove: memory.close };
}

async function makeOnPostgres(server: string): Promise<Place> {
  const url = await createDatabase(server, "unit");
  return {
    databaseUrl: url,
    open: () => openPostgres(url),
    run: (statements) => runStatements(url, [statements]),
    isUsed: () => isUsed(server, url),
    remove: () => dropDatabase(server, url),
  };
}

async function makeReusable(): Promise<ReusableDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  const place = server ? await makeOnPostgres(server) : await makeEmbedded();
  await place.run(injectedClockOnly);
  return { place, schema: await readSchemaState(place.run), uses: 0 };
}

async function recycle({ place, schema, uses }: ReusableDatabase): Promise<void> {
  const isFit = uses < maxUses && !(await place.isUsed()) && (await emptyDatabase(place.run, schema));
  if (isFit) idle.push({ place, schema, uses });
  else await place.remove();
}
