import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { resolve } from "node:path";

import type { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";

import type { Context } from "@/lib/context";
import { toGrants } from "@/lib/people/rules.roles";
import type { OpenDatabase } from "@/lib/platform/db/database";
import { openPglite } from "@/lib/platform/db/open-pglite";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { createDatabase, dropDatabase } from "@/tests/support/databases/postgres-database";
import type { Filling } from "@/tests/support/draws/large-draw";

import { seedConsole } from "./console-seed";
import { asAdmin, sealer } from "./open-context";

export const largeDraw = "large";

/** Further draws in the scope of the same manager. */
const smallDraws = { count: 300, orders: 100 } as const;

const dayMs = 24 * 60 * 60_000;

/** `manager` and `auditor` have their roles in all draws of the parent. Uses the connections of the console. */
export type ConsoleStage = {
  orders: number;
  from: Date;
  sales: Context;
  manager: Context;
  auditor: Context;
  worker: Context;
  close: () => Promise<void>;
};

type Place = { database: OpenDatabase; url: string | null; remove: () => Promise<void> };

/** The database must be empty. */
export async function openConsole(orders: number, isEmbedded: boolean): Promise<ConsoleStage> {
  const place = await (isEmbedded ? openEmbedded() : openOnPostgres());
  const test = await openTestContext();
  const { pools } = place.database;
  const sales: Context = { ...test.ctx, db: pools.sales, sealer, now: () => new Date() };
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const large = { drawId: largeDraw, orders, from: new Date(today - 30 * dayMs), until: new Date(today - dayMs) };
  if (!(await isSeeded(place))) await seed(sales, place, large);
  const [manager, auditor] = (["Order Manager", "auditor"] as const).map((role): Context => {
    const grants = toGrants([{ role, scope: { kind: "parent", parentId: "test-parent" } }]);
    return { ...sales, db: pools.reads, actor: { kind: "admin", name: "person:p1", grants } };
  }) as [Context, Context];
  const close = async () => {
    await place.database.close();
    await test.close();
    await place.remove();
  };
  const worker = { ...sales, db: pools.jobs };
  return { orders, from: large.from, sales, manager, auditor, worker, close };
}

async function openEmbedded(): Promise<Place> {
  mkdirSync(".cache", { recursive: true });
  const directory = await mkdtemp(resolve(".cache/bench-console-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  return { database: await openPglite(directory), url: null, remove };
}

async function openOnPostgres(): Promise<Place> {
  const [server, kept] = [process.env.TEST_DATABASE_URL, process.env.BENCH_DATABASE_URL];
  if (!server) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL that may be burdened, or add --embedded.");
  const url = kept || (await createDatabase(server, "server"));
  const remove = async () => {
    if (!kept) await dropDatabase(server, url);
  };
  return { database: await openPostgres(url), url, remove };
}

async function seed(ctx: Context, { url, database }: Place, large: Filling): Promise<void> {
  const { count, orders } = smallDraws;
  const small = Array.from({ length: count }, (_none, at) => ({ ...large, drawId: `small-${at}`, orders }));
  const additionalOptions = { uniqueOrderPrefix: "OIL" };
  for (const { drawId: id } of [large, ...small]) {
    const startDate = large.from.toISOString();
    const draw = drawAt(ctx.now(), { id, urlSlug: id, maxTickets: null, startDate, additionalOptions });
    await importTestDraw(asAdmin(ctx), draw);
  }
  if (!url) return seedConsole((database.pools.sales as unknown as { $client: PGlite }).$client, [large, ...small]);
  const client = new Client({ connectionString: url });
  await client.connect();
  await seedConsole(client, [large, ...small]).finally(() => client.end());
}

async function isSeeded({ database }: Place): Promise<boolean> {
  const found = (await database.pools.jobs.execute("select from pools where sold > 0 limit 1")) as unknown as {
    rows: unknown[];
  };
  return found.rows.length > 0;
}
