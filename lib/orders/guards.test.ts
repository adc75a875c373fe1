import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { approveSlowly, createBasket, createPayment, freshKey, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";

async function without(guard: readonly string[], run: (test: TestContext) => Promise<void>): Promise<void> {
  const test = await openTestContext();
  try {
    for (const statement of guard) await test.ctx.db.execute(sql.raw(statement));
    await run(test);
  } finally {
    await test.close();
  }
}

it("without the capacity check, a draw is oversold", () =>
  without(sabotage.capacity, async (test) => {
    const draw = await openDraw(test, "oversold", { maxTickets: 2 });
    const placed = [];
    for (let index = 0; index < 4; index += 1) placed.push(await placeOrder(test.ctx, createBasket(draw), freshKey()));
    expect(placed.filter((answer) => answer.ok).length).toBeGreaterThan(2);
  }));

it("without the mark of an order being paid, it is charged more than once", () =>
  without(sabotage.oneAttempt, async (test) => {
    const order = await place(test, await openDraw(test, "twice"));
    test.gateway.answer = approveSlowly;
    // Money that came in twice is refunded, and that is logged.
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const calls = [];
    for (let index = 0; index < 5; index += 1) {
      // The rejection must be handled before the last call begins.
      calls.push(payOrder(test.ctx, createPayment(order)).catch(() => undefined));
      // Simultaneous calls would collide in the attempt's number, which is another guard.
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await Promise.all(calls);
    expect(test.gateway.charges.length).toBeGreaterThan(1);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  }));
