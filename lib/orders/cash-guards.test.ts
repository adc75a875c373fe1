import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";

import { queryRows } from "@/lib/db/database";
import { asDeviceOf, gateBasket, openCashDraw, placeAtDevice, triesOf } from "@/tests/support/cash-core";
import { basketOf, freshKey, outcomeOf, paymentOf, poolOf } from "@/tests/support/order-core";
import { sabotage } from "@/tests/support/sabotage";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { checkInvariants } from "./check-invariants";
import { payOrder } from "./pay-order";
import { placeOrder } from "./place-order";
import type { OrderView } from "./rules";
import { takeCash } from "./take-cash";

/** Runs the same on a whole database and on one without a guard, and gives what came of it. */
async function withAndWithout<Result>(
  guard: readonly string[],
  run: (test: TestContext) => Promise<Result>,
): Promise<{ guarded: Result; unguarded: Result }> {
  const runOn = async (statements: readonly string[]) => {
    const test = await openTestContext();
    try {
      for (const statement of statements) await test.ctx.db.execute(sql.raw(statement));
      return await run(test);
    } finally {
      await test.close();
    }
  };
  return { guarded: await runOn([]), unguarded: await runOn(guard) };
}

/** A bank that thinks about a payment until it may answer; `asked` is over once it was asked. */
function holdBank({ gateway }: TestContext): { asked: Promise<void>; answer: () => void } {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { answer: approves } = gateway;
  const asked = new Promise<void>((resolve) => {
    gateway.answer = async (request) => {
      resolve();
      await answered;
      return approves(request);
    };
  });
  return { asked, answer };
}

async function placeNamed(test: TestContext, drawId: string): Promise<OrderView> {
  const draw = await openCashDraw(test, drawId);
  return placeAtDevice(asDeviceOf(test), draw, { buyer: basketOf(draw).buyer });
}

/** How often an order was paid: captures that were asked of the gateway, and cash that was taken. */
async function countPaid(test: TestContext, order: OrderView): Promise<number> {
  const cash = (await triesOf(test, order)).filter((tried) => tried === "cash approved").length;
  return test.gateway.ledger.filter(({ orderNumber }) => orderNumber.includes(order.orderId)).length + cash;
}

it("an order is paid on a phone or in cash at once, never both; without the mark of the phone's payment, both", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const count = async (test: TestContext) => {
    const order = await placeNamed(test, "both");
    const bank = holdBank(test);
    const phone = payOrder(test.ctx, paymentOf(order));
    await bank.asked;
    const taps = await Promise.all([1, 2, 3].map(() => takeCash(asDeviceOf(test), order)));
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

it("whichever of phone and cash is first, one of them alone is paid, and the other is told", async () => {
  const test = await openTestContext();
  try {
    for (let round = 0; round < 12; round += 1) {
      const order = await placeNamed(test, `race-${round}`);
      const calls = [
        async () => outcomeOf(await payOrder(test.ctx, paymentOf(order))),
        async () => {
          const taken = await takeCash(asDeviceOf(test), order);
          return taken.ok ? "cash" : taken.reason;
        },
      ];
      const [first, second] = await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()));
      expect(await countPaid(test, order)).toBe(1);
      const said = [first, second].sort().join();
      expect(["cash,paid", "order-being-paid,paid", "order-finalized,paid"]).toContain(said);
    }
    expect(await checkInvariants(test.admin)).toMatchObject({ ok: true, violations: [] });
  } finally {
    await test.close();
  }
});

it("twenty taps sell once; when a sold order looks unsold, they sell more often", async () => {
  const sell = async (test: TestContext) => {
    const order = await placeAtDevice(asDeviceOf(test), await openCashDraw(test, "taps"));
    const taps = await Promise.all(Array.from({ length: 20 }, () => takeCash(asDeviceOf(test), order)));
    const { sold } = await poolOf(test, order.instanceId);
    return { isOnce: sold === 1, all: taps.every(({ ok }) => ok), tries: (await triesOf(test, order)).length > 1 };
  };
  expect(await withAndWithout(sabotage.cashOnce, sell)).toMatchObject({
    guarded: { isOnce: true, all: true, tries: false },
    unguarded: { isOnce: false, tries: true },
  });
});

it("two devices sell the last tickets and not one more; without the check of the capacity they do", async () => {
  const sellOut = async (test: TestContext) => {
    const draw = await openCashDraw(test, "last", { maxTickets: 5 });
    const devices = [asDeviceOf(test), asDeviceOf(test, { deviceId: "gate-2", operator: "Sam" })];
    const sales = Array.from({ length: 16 }, async (_none, at) => {
      const device = devices[at % 2] ?? test.ctx;
      const placed = await placeOrder(device, gateBasket(draw), freshKey());
      if (!placed.ok) return placed.reason;
      const taken = await takeCash(device, placed.order);
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

it("what breaks off in the middle of a sale leaves nothing of it, and the same again sells", async () => {
  const test = await openTestContext();
  try {
    const order = await placeAtDevice(asDeviceOf(test), await openCashDraw(test, "broken"));
    for (const statement of breakOff) await test.ctx.db.execute(sql.raw(statement));
    await expect(takeCash(asDeviceOf(test), order)).rejects.toThrow();
    expect(await triesOf(test, order)).toEqual([]);
    expect(await poolOf(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 1 });
    await test.ctx.db.execute(sql.raw("drop trigger break_off on number_ranges"));
    expect(await takeCash(asDeviceOf(test), order)).toMatchObject({ ok: true, order: { status: "finalized" } });
  } finally {
    await test.close();
  }
});
