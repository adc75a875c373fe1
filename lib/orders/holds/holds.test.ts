import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
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
import { cancelOrder } from "./cancel-order";
import { expireOrders } from "./expire-orders";
import { extendOrder } from "./extend-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function copyHold(of: TestContext, drawId: string, orderId: string, times: number): Promise<void> {
  for (const table of ["orders", "order_lines"]) {
    await of.ctx.db.execute(sql`insert into ${sql.identifier(table)}
      select copy.* from ${sql.identifier(table)} source cross join generate_series(1, ${times}::int) n
      cross join lateral jsonb_populate_record(source, jsonb_build_object(
        'order_id', 'copy' || n, 'order_code', 'COPY' || n, 'idempotency_key', 'copy' || n)) copy
      where source.draw_id = ${drawId} and source.order_id = ${orderId}`);
  }
}

describe("a hold", () => {
  it("ends after 15 minutes and releases its tickets", async () => {
    const draw = await openDraw(test, "expiry", { maxTickets: 1 });
    const order = await place(test, draw);
    test.clock.advance(15 * 60_000);
    expect(await readOrder(test.ctx, order)).toMatchObject({ ok: true, order: { status: "expired" } });
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("order-expired");
    expect(await expireOrders(test.ctx)).toBeGreaterThanOrEqual(1);
    expect(await readPool(test, draw)).toMatchObject({ sold: 0, reserved: 0, reserved_cents: 0 });
  });

  it("that has ended gives way to the next buyer without waiting for the job", async () => {
    const draw = await openDraw(test, "give-way", { maxTickets: 1 });
    await place(test, draw);
    test.clock.advance(15 * 60_000);
    expect((await placeOrder(test.ctx, createBasket(draw), freshKey())).ok).toBe(true);
  });

  it("in a pool with a wrong counter holds up no other, and is reported", async () => {
    const wrong = await openDraw(test, "a-wrong-counter", { maxTickets: 5 });
    const right = await openDraw(test, "b-right-counter", { maxTickets: 5 });
    const stuck = await place(test, wrong);
    await place(test, right);
    await test.ctx.db.execute(sql`update pools set reserved = 0 where draw_id = ${wrong}`);
    test.clock.advance(15 * 60_000);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await expireOrders(test.ctx)).toBeGreaterThanOrEqual(1);
    expect(logged.mock.calls.flat().join()).toContain(wrong);
    expect(await readPool(test, right)).toMatchObject({ reserved: 0 });
    await test.ctx.db.execute(sql`update pools set reserved = 1 where draw_id = ${wrong}`);
    expect(await expireOrders(test.ctx)).toBe(1);
    expect(await cancelOrder(test.ctx, stuck)).toEqual({ ok: false, reason: "order-expired" });
    logged.mockRestore();
  });

  it("is released even behind more broken holds than one statement reads", async () => {
    const own = await openTestContext();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    try {
      const [wrong, right] = [await openDraw(own, "a-wrong-crowd"), await openDraw(own, "b-right-behind")];
      const held = { [wrong]: await place(own, wrong), [right]: await place(own, right) };
      for (const { instanceId, orderId } of Object.values(held)) await copyHold(own, instanceId, orderId, 250);
      await own.ctx.db.execute(sql`update pools set reserved = 251, reserved_cents = 251000 where draw_id = ${right}`);
      await own.ctx.db.execute(sql`update pools set reserved = 0 where draw_id = ${wrong}`);
      own.clock.advance(15 * 60_000);
      expect(await expireOrders(own.ctx)).toBe(251);
      expect(await readPool(own, right)).toMatchObject({ reserved: 0, reserved_cents: 0 });
      expect(logged).toHaveBeenCalled();
    } finally {
      logged.mockRestore();
      await own.close();
    }
  });

  it("can be extended to 60 minutes in total and no further", async () => {
    const order = await place(test, await openDraw(test, "extend"));
    for (let minutes = 0; minutes < 45; minutes += 14) {
      expect((await extendOrder(test.ctx, order)).ok).toBe(true);
      test.clock.advance(14 * 60_000);
    }
    await extendOrder(test.ctx, order);
    const read = await readOrder(test.ctx, order);
    expect(read).toMatchObject({ ok: true, order: { extensionsLeft: 0 } });
    expect(await extendOrder(test.ctx, order)).toEqual({ ok: false, reason: "extension-limit" });
  });

  it("is cancelled once and releases its tickets once", async () => {
    const draw = await openDraw(test, "cancel", { maxTickets: 5 });
    const order = await place(test, draw, 2);
    await place(test, draw, 1);
    const cancelled = await Promise.all([cancelOrder(test.ctx, order), cancelOrder(test.ctx, order)]);
    expect(cancelled.map((answer) => answer.ok)).toEqual([true, true]);
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("order-cancelled");
  });
});
