import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { listEntries } from "@/lib/orders/store.audit";
import { queryRows } from "@/lib/platform/db/database";
import { findText } from "@/tests/support/core/find-text";
import {
  buyPlanted,
  dayMs,
  hasKnownBuyer,
  openDrawWithWinner,
  placePlanted,
  planted,
} from "@/tests/support/core/planted-person";
import { fillOrders } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { eraseExpired } from "./erase-expired";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
});
afterAll(() => test.close());

describe("buyers whose time is over", () => {
  it("are erased 30 days after an order that nobody paid, and not before", async () => {
    await openDrawWithWinner(test, "draw");
    const [unpaid, paid] = [await placePlanted(test, "draw"), await buyPlanted(test, "draw")];
    test.clock.advance(dayMs);
    await expireOrders(test.ctx);
    test.clock.advance(28 * dayMs);
    expect(await eraseExpired(test.ctx)).toBe(0);
    test.clock.advance(dayMs);
    expect(await eraseExpired(test.ctx)).toBe(1);
    expect([await hasKnownBuyer(test, unpaid), await hasKnownBuyer(test, paid)]).toEqual([false, true]);
    const entries = await listEntries(test.ctx.db, "draw", unpaid.orderId);
    expect(entries.at(-1)).toMatchObject({ action: "details-erased", actor: "system" });
  });

  it("are erased four years after the last date of a draw, and not before", async () => {
    await openDrawWithWinner(test, "draw");
    const paid = await buyPlanted(test, "draw");
    test.clock.advance((7 + 1460) * dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, paid)]).toEqual([0, true]);
    expect(await findText(test.ctx.db, planted.email)).toEqual(["orders.buyer"]);
    test.clock.advance(dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, paid)]).toEqual([1, false]);
    expect(await findText(test.ctx.db, planted.email)).toEqual([]);
  });

  it("are erased behind any number of older draws of which a number may still be drawn", async () => {
    const drawDate = new Date(test.clock.now().getTime() + 1600 * dayMs).toISOString();
    const prizes = { "Grand Prize": [{ description: { en: "A pie", fr: "Une tarte" }, drawDate }] };
    await openDrawWithWinner(test, "a0", { prizes });
    await fillOrders(test, "a0", { orders: 1 });
    await test.ctx.db.execute(sql`update orders set status = 'finalized', finalized_at = placed_at`);
    await test.ctx.db.execute(sql`update payment_attempts set state = 'approved'`);
    await test.ctx.db.execute(sql`insert into draws select (jsonb_populate_record(null::draws, to_jsonb(d)
      || jsonb_build_object('draw_id', 'a' || n, 'definition', definition || jsonb_build_object('id', 'a' || n)))).*
      from draws d, generate_series(1, 50) n`);
    await test.ctx.db.execute(sql`insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o)
      || jsonb_build_object('draw_id', 'a' || n))).* from orders o, generate_series(1, 50) n`);
    test.clock.advance(dayMs);
    await openDrawWithWinner(test, "draw");
    const paid = await buyPlanted(test, "draw");
    test.clock.advance(1500 * dayMs);
    expect([await eraseExpired(test.ctx), await hasKnownBuyer(test, paid)]).toEqual([1, false]);
  });
});

describe("a large draw", () => {
  const counts = async () => {
    const [row] = await queryRows<{ known: number; entries: number }>(
      test.ctx.db,
      sql`select (select count(*)::int from orders where buyer is not null) as known,
        (select count(*)::int from audit_entries where action = 'details-erased') as entries`,
    );
    return row;
  };

  it("is gone through in batches by two runs at a time, each order once, and never again", async () => {
    await openDrawWithWinner(test, "draw");
    await fillOrders(test, "draw", { orders: 1300, perSecond: 10 });
    await test.ctx.db.execute(sql`update orders set status = 'expired'`);
    await test.ctx.db.execute(sql`update payment_attempts set state = 'declined'`);
    test.clock.advance(40 * dayMs);
    const erased = await Promise.all([eraseExpired(test.ctx), eraseExpired(test.ctx)]);
    const left = await eraseExpired(test.ctx);
    expect(erased.reduce((sum, one) => sum + one, left)).toBe(1300);
    expect(await counts()).toEqual({ known: 0, entries: 1300 });
    const walks = await queryRows(test.ctx.db, sql`select draw_id from erasure_walks where finished_at is not null`);
    expect(walks).toEqual([{ draw_id: "draw" }]);
  });

  it("is left for the next run when the process stops", async () => {
    await openDrawWithWinner(test, "draw");
    const unpaid = await placePlanted(test, "draw");
    await cancelOrder(test.ctx, unpaid);
    test.clock.advance(40 * dayMs);
    expect([await eraseExpired(test.ctx, AbortSignal.abort()), await hasKnownBuyer(test, unpaid)]).toEqual([0, true]);
  });
});
