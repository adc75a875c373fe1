import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { OrderView } from "@/lib/orders/rules";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { expectLogs, payUnanswered, readStatus, reconcileAfter } from "@/tests/support/core/attempts";
import {
  buyPlanted,
  dayMs,
  hasKnownBuyer,
  openDrawWithWinner,
  placePlanted,
} from "@/tests/support/core/planted-person";
import { listOrderRefunds } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { eraseExpired } from "./erase-expired";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  vi.restoreAllMocks();
  expectLogs();
  test = await openTestContext();
});
afterAll(() => test.close());

async function overpay(): Promise<OrderView> {
  const order = await placePlanted(test, "draw");
  await payUnanswered(test, order, { amountCents: 2001 });
  await reconcileAfter(test, 2000);
  expect(await readStatus(test, order)).toBe("refunded");
  return order;
}

describe("a buyer to whom money is owed", () => {
  it("stays as long as the bank refuses to give it back", async () => {
    await openDrawWithWinner(test, "draw");
    const returned = await overpay();
    await sendRefunds(test.ctx);
    const owed = await overpay();
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "200" });
    await sendRefunds(test.ctx);
    test.gateway.giveBack = async (request) => giveBack(test.gateway, request);
    expect([...(await listOrderRefunds(test, returned)), ...(await listOrderRefunds(test, owed))]).toMatchObject([
      { state: "done" },
      { state: "refused" },
    ]);
    test.clock.advance(31 * dayMs);
    expect([
      await eraseExpired(test.ctx),
      await hasKnownBuyer(test, returned),
      await hasKnownBuyer(test, owed),
    ]).toEqual([1, false, true]);
    test.clock.advance(1500 * dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, owed)]).toEqual([0, true]);
  });
});

const countWaits = async () => {
  return (await queryRows(test.ctx.db, sql`select from erasure_waits`)).length;
};

describe("an unpaid order that was open when its turn came", () => {
  it("is looked at again once a day, and erased within a day after it has ended", async () => {
    await openDrawWithWinner(test, "draw");
    const open = await placePlanted(test, "draw");
    test.clock.advance(40 * dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, open)]).toEqual([0, true]);
    test.clock.advance(10 * dayMs);
    expect([await eraseExpired(test.ctx), await countWaits()]).toEqual([0, 1]);
    await cancelOrder(test.ctx, open);
    expect(await eraseExpired(test.ctx)).toBe(0);
    test.clock.advance(dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, open), await countWaits()]).toEqual([1, false, 0]);
  });

  it("keeps its buyer if it's paid after all, and is looked at no more", async () => {
    await openDrawWithWinner(test, "draw");
    const late = await placePlanted(test, "draw");
    test.clock.advance(40 * dayMs);
    await eraseExpired(test.ctx);
    await test.ctx.db.execute(sql`update orders set status = 'finalized', finalized_at = placed_at`);
    test.clock.advance(dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, late), await countWaits()]).toEqual([0, true, 0]);
  });

  it.runIf(onPostgres)("is all that is locked: a paid one beside it may be at work meanwhile", async () => {
    await openDrawWithWinner(test, "draw");
    await buyPlanted(test, "draw");
    test.clock.advance(40 * dayMs);
    await test.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select from orders for update`);
      expect(await eraseExpired(test.ctx)).toBe(0);
    });
    expect(await countWaits()).toBe(0);
  });
});

it("the database takes no digest of what an erased order's call said", async () => {
  await openDrawWithWinner(test, "draw");
  const order = await placePlanted(test, "draw");
  await cancelOrder(test.ctx, order);
  test.clock.advance(31 * dayMs);
  expect(await eraseExpired(test.ctx)).toBe(1);
  const restore = test.ctx.db.execute(sql`update orders set request_hash = 'digest'`);
  expect(await restore.then(() => null, findBrokenConstraint)).toBe("orders_erased_digest");
});
