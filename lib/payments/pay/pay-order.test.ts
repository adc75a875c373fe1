import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { readOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
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
import { approve } from "@/tests/support/core/test-gateway";
import { payOrder } from "./pay-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

describe("paying", () => {
  it("turns an approval into contiguous numbers from 1", async () => {
    const draw = await openDraw(test, "numbers", { maxTickets: 100 });
    const orders = [await place(test, draw, 2), await place(test, draw, 3), await place(test, draw, 1)];
    const answers = await Promise.all(orders.map((order) => payOrder(test.ctx, createPayment(order))));
    const ranges = answers.flatMap((answer) => (answer.ok ? answer.order.numbers : []));
    const sorted = ranges.sort((left, right) => left.first - right.first);
    expect(sorted[0]?.first).toBe(1);
    expect(sorted.map((range) => range.last - range.first + 1).sort()).toEqual([1, 2, 3]);
    expect(sorted.slice(1).map((range, index) => range.first - (sorted[index]?.last ?? 0))).toEqual([1, 1]);
    expect(await readPool(test, draw)).toMatchObject({ sold: 6, reserved: 0, sales_cents: 6000, reserved_cents: 0 });
  });

  it("charges once for twenty simultaneous calls with twenty tokens, and gives all of them the same answer afterwards", async () => {
    const order = await place(test, await openDraw(test, "twenty"));
    const before = test.gateway.charges.length;
    const others = Promise.withResolvers<void>();
    test.gateway.answer = async (request) => {
      await others.promise;
      return approve(request);
    };
    const outcomes: string[] = [];
    const calls = Array.from({ length: 20 }, async () => {
      outcomes.push(getOutcome(await payOrder(test.ctx, createPayment(order))));
      if (outcomes.length === 19) others.resolve();
    });
    await Promise.all(calls);
    expect(test.gateway.charges.length - before).toBe(1);
    expect(outcomes).toEqual([...Array<string>(19).fill("payment-in-progress"), "paid"]);
    test.gateway.answer = async (request) => approve(request);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    expect(test.gateway.charges.length - before).toBe(1);
  });

  it("returns the same answer for the same token, without charging again", async () => {
    const order = await place(test, await openDraw(test, "replay"));
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: "1" });
    const declined = createPayment(order);
    expect(getOutcome(await payOrder(test.ctx, declined))).toBe("declined");
    test.gateway.answer = async (request) => approve(request);
    const before = test.gateway.charges.length;
    expect(getOutcome(await payOrder(test.ctx, declined))).toBe("declined");
    expect(test.gateway.charges.length).toBe(before);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    expect(test.gateway.charges.at(-1)?.orderNumber).toBe(`${order.orderId}02`);
  });

  it("changes nothing while the outcome is unknown, and accepts no second payment", async () => {
    const draw = await openDraw(test, "unknown", { maxTickets: 1 });
    const order = await place(test, draw);
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("payment-unknown");
    test.gateway.answer = async (request) => approve(request);
    const before = test.gateway.charges.length;
    test.clock.advance(60 * 60_000);
    await expireOrders(test.ctx);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("payment-unknown");
    expect(await cancelOrder(test.ctx, order)).toEqual({ ok: false, reason: "order-being-paid" });
    expect(await placeOrder(test.ctx, createBasket(draw), freshKey())).toMatchObject({ ok: false, reason: "all-held" });
    expect(test.gateway.charges.length).toBe(before);
  });

  it("isn't charged by a process that slept past its deadline, as others may have given the attempt up", async () => {
    const order = await place(test, await openDraw(test, "slept"));
    const charges = test.gateway.charges.length;
    const random = (bytes: number) => {
      test.clock.advance(60_000);
      return test.ctx.random(bytes);
    };
    expect(getOutcome(await payOrder({ ...test.ctx, random }, createPayment(order)))).toBe("payment-unavailable");
    expect(test.gateway.charges).toHaveLength(charges);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
  });

  it("treats an approval of a different amount as unknown", async () => {
    const order = await place(test, await openDraw(test, "other-amount"));
    test.gateway.answer = async (request) => ({ ...approve(request), amountCents: 1 }) as never;
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("payment-unknown");
    test.gateway.answer = async (request) => approve(request);
  });

  it("finalizes an approval after the close if it was sent before, and refuses to send after it", async () => {
    const draw = await openDraw(test, "close", { maxTickets: 10 });
    const [sent, late] = [await place(test, draw), await place(test, draw)];
    test.gateway.answer = async (request) => {
      await closeDraw(test.admin, draw);
      test.clock.advance(5000);
      return approve(request);
    };
    expect(getOutcome(await payOrder(test.ctx, createPayment(sent)))).toBe("paid");
    test.gateway.answer = async (request) => approve(request);
    const before = test.gateway.charges.length;
    expect(getOutcome(await payOrder(test.ctx, createPayment(late)))).toBe("draw-closed");
    expect(test.gateway.charges.length).toBe(before);
  });

  it("releases the tickets if a decline comes after the hold's end", async () => {
    const draw = await openDraw(test, "late-decline", { maxTickets: 1 });
    const order = await place(test, draw);
    test.gateway.answer = async () => {
      test.clock.advance(16 * 60_000);
      return { kind: "refused", reason: "declined", code: "7", transactionId: null };
    };
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("declined");
    test.gateway.answer = async (request) => approve(request);
    expect(await readPool(test, draw)).toMatchObject({ sold: 0, reserved: 0 });
    expect(await readOrder(test.ctx, order)).toMatchObject({ order: { status: "expired" } });
  });

  it("allows ten attempts per order", async () => {
    const order = await place(test, await openDraw(test, "ten"));
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    for (let tried = 0; tried < 10; tried += 1) await payOrder(test.ctx, createPayment(order));
    test.gateway.answer = async (request) => approve(request);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("attempt-limit");
  });

  it("refuses an amount other than the order's, and another draw's order", async () => {
    const order = await place(test, await openDraw(test, "amount"));
    const payment = createPayment(order);
    const cheaper = { ...payment, payment: { ...payment.payment, amount: 0.01 } };
    expect(getOutcome(await payOrder(test.ctx, cheaper))).toBe("amount-mismatch");
    expect(getOutcome(await payOrder(test.ctx, { ...payment, instanceId: "reserve-once" }))).toBe("order-not-found");
  });

  it("is made if the attempt that kept it out is declined before it is known why none was opened", async () => {
    const order = await place(test, await openDraw(test, "free-again"));
    const decline = Promise.withResolvers<ReturnType<typeof approve>>();
    const isCharged = Promise.withResolvers<void>();
    test.gateway.answer = () => {
      test.gateway.answer = async (request) => approve(request);
      isCharged.resolve();
      return decline.promise;
    };
    const first = payOrder(test.ctx, createPayment(order));
    await isCharged.promise;
    let isHeld = false;
    const dialect = new PgDialect();
    const db = new Proxy(test.ctx.db, {
      get: (target, name) => {
        const call = Reflect.get(target, name);
        if (name !== "execute") return typeof call === "function" ? call.bind(target) : call;
        return async (statement: SQL) => {
          const answer = await call.call(target, statement);
          if (isHeld || !dialect.sqlToQuery(statement).sql.includes("insert into payment_attempts")) return answer;
          isHeld = true;
          decline.resolve({ kind: "refused", reason: "declined", code: "7", transactionId: "1" });
          expect(getOutcome(await first)).toBe("declined");
          return answer;
        };
      },
    });
    expect(getOutcome(await payOrder({ ...test.ctx, db }, createPayment(order)))).toBe("paid");
    expect(isHeld).toBe(true);
  });

  it("records an approval even if the database fails at first", async () => {
    const order = await place(test, await openDraw(test, "hiccup"));
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let failures = 2;
    const dialect = new PgDialect();
    const db = new Proxy(test.ctx.db, {
      get: (target, name) => {
        const call = Reflect.get(target, name).bind(target);
        return name !== "execute"
          ? call
          : (statement: SQL) => {
              const fails = dialect.sqlToQuery(statement).sql.includes("insert into number_ranges") && failures-- > 0;
              return fails ? Promise.reject(new Error("Connection terminated")) : call(statement);
            };
      },
    });
    expect(getOutcome(await payOrder({ ...test.ctx, db }, createPayment(order)))).toBe("paid");
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });
});
