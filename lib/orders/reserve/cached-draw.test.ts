import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { recordUnfitAccount } from "@/lib/draws/account/store";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { reopenDraw } from "@/lib/draws/reopen-draw";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { createBasket, freshKey, openDraw } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { recordStatements } from "@/tests/support/databases/statements";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** Without this condition, a reservation priced by an older definition would take tickets. */
const guard = "p.revision = w.revision";

const pricedAt = (id: string, price: number) => {
  const ticketPriceInfo = [{ id: "one", tickets: 1, price }];
  return drawAt(test.clock.now(), { id, urlSlug: id, ticketPriceInfo });
};

/** Cancels the order, because a held order keeps its price. */
async function priceIn(ctx: Context, draw: string): Promise<number | string> {
  const placed = await placeOrder(ctx, createBasket(draw), freshKey());
  if (placed.ok) await cancelOrder(ctx, placed.order);
  return placed.ok ? placed.order.amount : placed.reason;
}

/** Orders when a process has cached an older price than another process has imported. */
async function priceAfterImport(ctx: Context, id: string): Promise<number | string> {
  await importTestDraw(test.admin, pricedAt(id, 10));
  expect(await priceIn(ctx, id)).toBe(10);
  await importTestDraw(inOtherProcess(test.admin), pricedAt(id, 20));
  return priceIn(ctx, id);
}

/** Orders while an import, which changes the price, has locked the pool. */
async function priceDuringImport(ctx: Context, id: string): Promise<number | string> {
  await importTestDraw(test.admin, pricedAt(id, 10));
  await priceIn(ctx, id);
  let price: Promise<number | string> = Promise.resolve("not asked");
  const confirm = async () => {
    price = priceIn(ctx, id);
    for (let waiting = false; !waiting; ) {
      const found = await test.ctx.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = (found as unknown as { rows: unknown[] }).rows.length > 0;
    }
    return true;
  };
  const imported = await importDraw(test.admin, pricedAt(id, 20), {
    lease: { accountMs: 1000, confirm, isRetry: false },
  });
  expect(imported.ok).toBe(true);
  return price;
}

describe("a draw cached by a process", () => {
  it("reserves with a single statement", async () => {
    const draw = await openDraw(test, "one-statement");
    await priceIn(test.ctx, draw);
    const statements = await recordStatements(test.ctx.db, () => placeOrder(test.ctx, createBasket(draw), freshKey()));
    expect(statements).toHaveLength(1);
  });

  it("sells at the price that another process has just imported", async () => {
    expect(await priceAfterImport(test.ctx, "imported")).toBe(20);
  });

  it("would sell at the older price if the statement didn't compare the revision", async () => {
    const unguarded = withoutGuard(test.ctx, guard);
    expect(await priceAfterImport(unguarded.ctx, "imported-unguarded")).toBe(10);
    expect(unguarded.found()).toBeGreaterThan(0);
  });

  it.runIf(onPostgres)("sells at the price of an import that finishes while it waits for the pool", async () => {
    expect(await priceDuringImport(test.ctx, "importing")).toBe(20);
  });

  it.runIf(onPostgres)("would then sell at the older price without the revision of the locked pool", async () => {
    expect(await priceDuringImport(withoutGuard(test.ctx, guard).ctx, "importing-unguarded")).toBe(10);
  });

  it("refuses nobody: what another process has opened, discounted or added is sold", async () => {
    const draw = await openDraw(test, "reopened");
    expect(await priceIn(test.ctx, draw)).toBe(10);
    const admin = inOtherProcess(test.admin);
    await closeDraw(admin, draw);
    expect(await priceIn(test.ctx, draw)).toBe("draw-closed");
    await reopenDraw(admin, draw);
    expect(await priceIn(test.ctx, draw)).toBe(10);
    await importTestDraw(admin, {
      ...pricedAt(draw, 10),
      ticketPriceInfo: [
        { id: "one", tickets: 1, price: 10 },
        { id: "new", tickets: 3, price: 15 },
      ],
    });
    const lines = [{ poolId: "main", packageId: "new", quantity: 1 }];
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { lines }), freshKey())).toMatchObject({ ok: true });
  });

  it("accepts no order that couldn't be charged, because its account is unfit", async () => {
    const draw = await openDraw(test, "unfit");
    expect(await priceIn(test.ctx, draw)).toBe(10);
    await recordUnfitAccount(test.ctx.db, draw, "real-money", test.clock.now());
    expect(await priceIn(test.ctx, draw)).toBe("payment-unavailable");
  });

  it("would accept it without that condition", async () => {
    const id = "unfit-unguarded";
    await openDraw(test, id);
    const condition = "s.unfit_at is null";
    const unguarded = withoutGuard(test.ctx, condition);
    expect(await priceIn(unguarded.ctx, id)).toBe(10);
    await recordUnfitAccount(test.ctx.db, id, "real-money", test.clock.now());
    expect(await priceIn(unguarded.ctx, id)).toBe(10);
  });
});
