import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { demoMerchant } from "@/tests/support/calls/apple-pay";
import { asTestDevice, gateBasket, listAttemptStates, openCashDraw, placeAtDevice } from "@/tests/support/core/cash";
import { holdStatement, holdTransaction } from "@/tests/support/core/hold-commit";
import {
  createBasket,
  createPayment,
  createWalletPayment,
  freshKey,
  getOutcome,
  readPool,
} from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { holdBank } from "@/tests/support/core/test-gateway";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { settleCash } from "./settle-cash";

async function placeNamed(test: TestContext, drawId: string): Promise<OrderView> {
  const draw = await openCashDraw(test, drawId);
  return placeAtDevice(asTestDevice(test), draw, { buyer: createBasket(draw).buyer });
}

async function describeResult(answer: ReturnType<typeof settleCash>): Promise<string> {
  const taken = await answer;
  return taken.ok ? "taken" : taken.reason;
}

/** Counts captures at the gateway and cash. */
async function countPaid(test: TestContext, order: OrderView): Promise<number> {
  const cash = (await listAttemptStates(test, order)).filter((tried) => tried === "cash approved").length;
  return test.gateway.ledger.filter(({ orderNumber }) => orderNumber.includes(order.orderId)).length + cash;
}

it("an order is paid by phone or in cash, never both; without the mark of the phone's payment, both", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const count = async (test: TestContext) => {
    const order = await placeNamed(test, "both");
    const bank = holdBank(test);
    const phone = payOrder(test.ctx, createPayment(order));
    await bank.asked;
    const taps = await Promise.all([1, 2, 3].map(() => settleCash(asTestDevice(test), order)));
    bank.answer();
    await phone;
    return { paid: await countPaid(test, order), taken: taps.some(({ ok }) => ok) };
  };
  expect(await withAndWithout(sabotage.cashBesideCard, count)).toEqual({
    guarded: { paid: 1, taken: false },
    unguarded: { paid: 2, taken: true },
  });
  logged.mockRestore();
});

/**
 * Pays an order on a phone and in cash at once. Both have found it unpaid, and `first` is about to commit when the
 * other arrives.
 */
async function race(test: TestContext, first: "phone" | "cash") {
  const order = await placeNamed(test, first);
  const bank = holdBank(test);
  // Apple Pay's order number differs from that of cash, so only the order's state excludes a second payment.
  const applePay = { merchantId: demoMerchant, openSession: () => Promise.reject(new Error("nobody asks")) };
  const phone = holdStatement({ ...test.ctx, applePay }, "insert into payment_attempts");
  const cash = holdTransaction(asTestDevice(test));
  const [leads, follows] = first === "phone" ? [phone, cash] : [cash, phone];
  const answers = {
    phone: payOrder(phone.ctx, createWalletPayment(order)).then(getOutcome),
    cash: describeResult(settleCash(cash.ctx, order)),
  };
  await Promise.all([phone.ready, cash.ready]);
  leads.send();
  await leads.done;
  follows.send();
  // Long enough for the second to wait for the first's lock.
  await wait(50);
  follows.commit();
  leads.commit();
  const cashResult = await answers.cash;
  bank.answer();
  return { cash: cashResult, phone: await answers.phone, paid: await countPaid(test, order) };
}

it("a phone that is first gets the order; if its payment isn't visible, cash is taken too", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await withAndWithout(sabotage.cashBesideCard, (test) => race(test, "phone"))).toMatchObject({
    guarded: { cash: "order-being-paid", phone: "paid", paid: 1 },
    unguarded: { cash: "taken", paid: 2 },
  });
  logged.mockRestore();
});

it("cash that is first gets the order, and the phone is told that it is paid; if the sale isn't visible, the phone is charged too", async () => {
  expect(await withAndWithout(sabotage.cashOnce, (test) => race(test, "cash"))).toMatchObject({
    guarded: { cash: "taken", phone: "paid", paid: 1 },
    unguarded: { cash: "taken", paid: 2 },
  });
});

it("of two tablets holding cash for one order, only one has sold it; without the taker's name both return it", async () => {
  const sell = async (test: TestContext) => {
    const order = await placeAtDevice(asTestDevice(test), await openCashDraw(test, "two-drawers"));
    const gates = [asTestDevice(test), asTestDevice(test, { deviceId: "gate-2", operator: "Sam" })];
    const taps = await Promise.all(
      [0, 1, 0, 1].map(async (at) => [at, await describeResult(settleCash(gates[at] ?? test.ctx, order))]),
    );
    const resultAt = (gate: number) =>
      [...new Set(taps.filter(([at]) => at === gate).map(([, result]) => result))].sort().join();
    return { results: [resultAt(0), resultAt(1)].sort(), numbers: (await readPool(test, order.instanceId)).sold };
  };
  expect(await withAndWithout(sabotage.cashTaker, sell)).toEqual({
    guarded: { results: ["cash-taken-elsewhere", "taken"], numbers: 1 },
    unguarded: { results: ["cash-taken-elsewhere", "cash-taken-elsewhere,taken"], numbers: 1 },
  });
});

it("twenty taps sell once; if a sold order looks unsold, they sell more often", async () => {
  const sell = async (test: TestContext) => {
    const order = await placeAtDevice(asTestDevice(test), await openCashDraw(test, "taps"));
    const taps = await Promise.all(Array.from({ length: 20 }, () => settleCash(asTestDevice(test), order)));
    const { sold } = await readPool(test, order.instanceId);
    return {
      isOnce: sold === 1,
      all: taps.every(({ ok }) => ok),
      tries: (await listAttemptStates(test, order)).length > 1,
    };
  };
  expect(await withAndWithout(sabotage.cashOnce, sell)).toMatchObject({
    guarded: { isOnce: true, all: true, tries: false },
    unguarded: { isOnce: false, tries: true },
  });
});

it("two devices sell the last tickets and no more; without the capacity check they oversell", async () => {
  const sellOut = async (test: TestContext) => {
    const draw = await openCashDraw(test, "last", { maxTickets: 5 });
    const devices = [asTestDevice(test), asTestDevice(test, { deviceId: "gate-2", operator: "Sam" })];
    const sales = Array.from({ length: 16 }, async (_none, index) => {
      const device = devices[index % 2] ?? test.ctx;
      const placed = await placeOrder(device, gateBasket(draw), freshKey());
      if (!placed.ok) return placed.reason;
      const taken = await settleCash(device, placed.order);
      return taken.ok ? "sold" : taken.reason;
    });
    const said = await Promise.all(sales);
    const numbers = await queryRows<{ number: number }>(
      test.ctx.db,
      sql`select first_number as number from number_ranges where draw_id = ${draw} order by first_number`,
    );
    return { sold: said.filter((word) => word === "sold").length, numbers: numbers.map(({ number }) => number) };
  };
  const { guarded, unguarded } = await withAndWithout(sabotage.capacity, sellOut);
  expect(guarded).toEqual({ sold: 5, numbers: [1, 2, 3, 4, 5] });
  expect(unguarded.sold).toBe(16);
});

const breakOff = [
  `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`,
  "create trigger break_off before insert on number_ranges for each row execute function break_off()",
];

it("a sale that fails halfway leaves nothing behind, and a retry sells", async () => {
  const test = await openTestContext();
  try {
    const order = await placeAtDevice(asTestDevice(test), await openCashDraw(test, "broken"));
    for (const statement of breakOff) await test.ctx.db.execute(sql.raw(statement));
    await expect(settleCash(asTestDevice(test), order)).rejects.toThrow();
    expect(await listAttemptStates(test, order)).toEqual([]);
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 1 });
    await test.ctx.db.execute(sql.raw("drop trigger break_off on number_ranges"));
    expect(await describeResult(settleCash(asTestDevice(test), order))).toBe("taken");
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 1, reserved: 0 });
  } finally {
    await test.close();
  }
});
