import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { extendHold } from "@/lib/orders/holds/store";
import { requireOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { queryRows } from "@/lib/platform/db/database";
import { isUnavailable } from "@/lib/platform/db/errors";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { listNumbers, openMany, settle } from "@/tests/support/core/opened-payments";
import {
  createBasket,
  createPayment,
  freshKey,
  getOutcome,
  openDraw,
  place,
  readPool,
} from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import type { DatabaseProxy, Loss } from "@/tests/support/databases/database-proxy";
import { startDatabaseProxy } from "@/tests/support/databases/database-proxy";
import { lockPools } from "@/tests/support/databases/lock-pools";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { payOrder } from "./pay-order";

const losses: Loss[] = ["request", "answer"];

/** Runs `work` over a connection that breaks once. Statements are not yet named, so the proxy sees their text. */
async function overProxy<Result>(
  test: TestContext,
  work: (ctx: Context, proxy: DatabaseProxy) => Promise<Result>,
): Promise<Result> {
  const proxy = await startDatabaseProxy(test.databaseUrl ?? "");
  const database = await openPostgres(proxy.url);
  try {
    return await work({ ...test.ctx, db: database.pools.sales }, proxy);
  } finally {
    await database.close();
    await proxy.close();
  }
}

function breaking<Result>(
  test: TestContext,
  text: string,
  loss: Loss,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  return overProxy(test, async (ctx, proxy) => {
    proxy.breakAt(text, loss);
    const result = await work(ctx);
    expect(proxy.broken()).toBe(1);
    return result;
  });
}

describe.runIf(onPostgres)("a connection that breaks", () => {
  let test: TestContext;

  beforeAll(async () => {
    test = await openTestContext();
  });
  beforeEach(() => {
    // Each break and each retry is logged.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.clearAllMocks();
    test.gateway.charges.length = 0;
  });
  afterAll(() => test.close());

  async function countRows(table: "orders" | "payment_attempts", drawId: string): Promise<number> {
    const condition = sql`select count(*)::int as count from ${sql.identifier(table)} where draw_id = ${drawId}`;
    return (await queryRows<{ count: number }>(test.ctx.db, condition))[0]?.count ?? 0;
  }

  it.each(losses)("places one order if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `place-${loss}`, { maxTickets: 1 });
    const placed = await breaking(test, "insert into order_lines", loss, (ctx) =>
      placeOrder(ctx, createBasket(draw), freshKey()),
    );
    expect(placed).toMatchObject({ ok: true, order: { status: "reserved" } });
    expect(await countRows("orders", draw)).toBe(1);
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  });

  it.each(losses)("opens one attempt and charges once if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `open-${loss}`);
    const order = await place(test, draw);
    const paid = await breaking(test, "insert into payment_attempts", loss, (ctx) =>
      payOrder(ctx, createPayment(order)),
    );
    expect(paid).toMatchObject({ ok: true, outcome: "paid", order: { numbers: [{ first: 1, last: 1 }] } });
    expect(test.gateway.charges).toHaveLength(1);
    expect(await countRows("payment_attempts", draw)).toBe(1);
  });

  it.each(losses)("issues one set of numbers if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `settle-${loss}`);
    const order = await place(test, draw, 2);
    const paid = await breaking(test, "insert into number_ranges", loss, (ctx) => payOrder(ctx, createPayment(order)));
    expect(paid).toMatchObject({ ok: true, outcome: "paid", order: { numbers: [{ first: 1, last: 2 }] } });
    expect(test.gateway.charges).toHaveLength(1);
    expect(await readPool(test, draw)).toMatchObject({ sold: 2, reserved: 0, sales_cents: 2000 });
  });

  it.each(losses)("issues one set of numbers to each payment of a batch if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `together-${loss}`);
    const opened = await openMany(test.ctx, draw, 6);
    const states = await breaking(test, "insert into number_ranges", loss, (ctx) =>
      Promise.all(opened.map((payment) => settle(ctx, payment))),
    );
    expect(states).toEqual(opened.map(() => "approved"));
    expect(await listNumbers(test, opened)).toEqual(["1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]);
    expect(await readPool(test, draw)).toMatchObject({ sold: 6, reserved: 0, sales_cents: 6000 });
  });

  it.each(losses)("cancels once if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `cancel-${loss}`);
    const [order] = [await place(test, draw), await place(test, draw)];
    const cancelled = await breaking(test, "set status =", loss, (ctx) => cancelOrder(ctx, order));
    expect(cancelled).toEqual({ ok: true });
    expect(await requireOrder(test.ctx, order)).toMatchObject({ status: "cancelled" });
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  });

  it.each(losses)("extends once if the %s is lost", async (loss) => {
    const order = await place(test, await openDraw(test, `extend-${loss}`));
    test.clock.advance(60_000);
    const extended = await breaking(test, "extensions + 1", loss, (ctx) => extendOrder(ctx, order));
    expect(extended).toEqual({ ok: true });
    expect(await requireOrder(test.ctx, order)).toMatchObject({ extensionsLeft: order.extensionsLeft - 1 });
  });

  it.each(losses)("expires a hold once if the %s is lost", async (loss) => {
    const draw = await openDraw(test, `expire-${loss}`);
    await place(test, draw);
    test.clock.advance(10 * 60_000);
    await place(test, draw);
    test.clock.advance(5 * 60_000);
    await breaking(test, "set status = 'expired'", loss, (ctx) => expireOrders(ctx, draw));
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  });

  it("is cut by the server while a call waits: the call waits again, and places one order", async () => {
    const draw = await openDraw(test, "terminated");
    const lock = await lockPools(test.databaseUrl ?? "", draw);
    const placing = placeOrder(test.ctx, createBasket(draw), freshKey());
    await lock.waitFor(1);
    const admin = new Client({ connectionString: test.databaseUrl ?? "" });
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await admin.end();
    await lock.waitFor(1);
    await lock.release();
    expect((await placing).ok).toBe(true);
    expect(await countRows("orders", draw)).toBe(1);
  });

  it("and stays broken is an outage after a few retries, and nothing is taken", async () => {
    const draw = await openDraw(test, "outage");
    const failure = await overProxy(test, async (ctx, proxy) => {
      await proxy.close();
      return placeOrder(ctx, createBasket(draw), freshKey()).catch((error: unknown) => error);
    });
    expect(isUnavailable(failure)).toBe(true);
    expect(console.warn).toHaveBeenCalledTimes(2);
    expect(await countRows("orders", draw)).toBe(0);
  });

  describe("negative control", () => {
    it("the break has an effect: a statement that isn't retried fails", async () => {
      const order = await place(test, await openDraw(test, "not-again"));
      const limits = { maxExtensions: 10, actor: systemActor };
      const hold = { drawId: order.instanceId, orderId: order.orderId, now: test.clock.now(), ...limits };
      const expiresAt = new Date(test.clock.now().getTime() + 60 * 60_000);
      const failure = await breaking(test, "extensions + 1", "answer", (ctx) =>
        extendHold(ctx.db, { ...hold, expiresAt }).catch((error: unknown) => error),
      );
      expect(isUnavailable(failure)).toBe(true);
    });

    it("without its mark, an attempt that was opened isn't found again, and nothing is charged", async () => {
      const unmarked = await openTestContext();
      try {
        for (const statement of sabotage.openedBy) await unmarked.ctx.db.execute(sql.raw(statement));
        const order = await place(unmarked, await openDraw(unmarked, "unmarked"));
        const answer = await breaking(unmarked, "insert into payment_attempts", "answer", (ctx) =>
          payOrder(ctx, createPayment(order)),
        );
        expect(getOutcome(answer)).toBe("payment-in-progress");
        expect(unmarked.gateway.charges).toHaveLength(0);
      } finally {
        await unmarked.close();
      }
    });
  });
});
