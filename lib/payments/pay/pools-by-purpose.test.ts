import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { Database, OpenDatabase } from "@/lib/platform/db/database";
import { findSinglePool, queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createBasket, createPayment, freshKey, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";

import { payOrder } from "./pay-order";

const connections = { sales: 2, reads: 3, jobs: 3 };
const heldBy = connections.reads + connections.jobs;

describe.runIf(onPostgres)("while every connection for reads and jobs is occupied", () => {
  let test: TestContext;
  let database: OpenDatabase;
  let holder: Client;
  let held: Promise<unknown>[];
  let ended = 0;

  function holdAll(db: Database, count: number): void {
    for (let index = 0; index <= count; index += 1) {
      const waiting = db.execute(sql`select pg_advisory_xact_lock(47)`).catch(() => undefined);
      held.push(waiting.then(() => (ended += 1)));
    }
  }

  async function countHeld(): Promise<number> {
    const { rows } = await holder.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    );
    return Number(rows[0]?.count);
  }

  beforeEach(async () => {
    test = await openTestContext();
    database = await openPostgres(test.databaseUrl ?? "", connections);
    holder = new Client({ connectionString: test.databaseUrl ?? "" });
    await holder.connect();
    await holder.query("select pg_advisory_lock(47)");
    [held, ended] = [[], 0];
    holdAll(database.pools.reads, connections.reads);
    holdAll(database.pools.jobs, connections.jobs);
    await expect.poll(countHeld).toBe(heldBy);
  });

  afterEach(async () => {
    await holder.end();
    await Promise.all(held);
    await database.close();
    await test.close();
  });

  it("an order is placed and paid", async () => {
    const selling = { ...test, ctx: { ...test.ctx, db: database.pools.sales } };
    const order = await place(selling, await openDraw(test, "sold-beside"));
    expect(getOutcome(await payOrder(selling.ctx, createPayment(order)))).toBe("paid");
    expect([await countHeld(), ended]).toEqual([heldBy, 0]);
  });

  it("negative control: with one pool for all purposes, an order waits until they finish", async () => {
    const draw = await openDraw(test, "sold-behind");
    const shared = { ...test.ctx, db: findSinglePool(database.pools.reads).sales };
    let isPlaced = false;
    const placing = placeOrder(shared, createBasket(draw), freshKey()).then((placed) => {
      isPlaced = true;
      return placed;
    });
    const selling = { ...test, ctx: { ...test.ctx, db: database.pools.sales } };
    const order = await place(selling, draw);
    expect(getOutcome(await payOrder(selling.ctx, createPayment(order)))).toBe("paid");
    expect([await countHeld(), isPlaced]).toEqual([heldBy, false]);
    await holder.query("select pg_advisory_unlock(47)");
    expect(await placing).toMatchObject({ ok: true });
  });

  it("statements have time limits by purpose", async () => {
    await holder.query("select pg_advisory_unlock(47)");
    const readLimit = async (db: Database) => {
      const [row] = await queryRows<{ statement_timeout: string }>(db, sql`show statement_timeout`);
      return row?.statement_timeout;
    };
    const { sales, reads, jobs } = database.pools;
    expect(await Promise.all([sales, reads, jobs].map(readLimit))).toEqual(["8s", "8s", "20s"]);
  });
});
