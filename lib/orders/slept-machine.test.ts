import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { minuteMs } from "@/lib/durations";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { queryRows } from "@/lib/platform/db/database";
import { asTestDevice, openCashDraw, placeAtDevice } from "@/tests/support/core/cash";
import { createBasket, createPayment, freshKey, getOutcome, place, readPool } from "@/tests/support/core/orders";
import { basket, createDraw, line, placeBasket, secondDraw } from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { injectedClockOnly, setDatabaseClock } from "@/tests/support/databases/database-clock";
import { openMemory } from "@/tests/support/databases/memory-template";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterEach(() => setClock(injectedClockOnly));
afterAll(() => test.close());

async function setClock(statement: string): Promise<void> {
  await test.ctx.db.execute(sql.raw(statement));
}

function inMinutes(minutes: number): string {
  return new Date(test.clock.now().getTime() + minutes * minuteMs).toISOString();
}

/** The clock of the test's machine is ten minutes before the close. */
async function tryAll(id: string) {
  const draw = await openCashDraw(test, id, { endDate: inMinutes(10), maxTickets: 100 });
  const [card, cash] = [await place(test, draw), await placeAtDevice(asTestDevice(test), draw)];
  return {
    draw,
    run: async () => {
      const placed = await placeOrder(test.ctx, createBasket(draw), freshKey());
      const taken = await settleCash(asTestDevice(test), cash);
      return [
        placed.ok ? "placed" : placed.reason,
        getOutcome(await payOrder(test.ctx, createPayment(card))),
        taken.ok ? "taken" : taken.reason,
      ];
    },
  };
}

describe("a machine that slept past the close", () => {
  it("reserves nothing, charges nothing and takes no cash, and says that the draw has closed", async () => {
    const { draw, run } = await tryAll("slept-past");
    const charges = test.gateway.charges.length;
    await setClock(setDatabaseClock(inMinutes(10)));
    expect(await run()).toEqual(["draw-closed", "draw-closed", "draw-closed"]);
    expect(test.gateway.charges).toHaveLength(charges);
    expect(await readPool(test, draw)).toMatchObject({ sold: 0, reserved: 2 });
  });

  it("negative control: it sells if only its own clock counts", async () => {
    const { run } = await tryAll("believes");
    expect(await run()).toEqual(["placed", "paid", "taken"]);
  });

  it("closes if only its own clock has passed the close: the later clock counts", async () => {
    const { run } = await tryAll("ahead");
    test.clock.advance(10 * minuteMs);
    await setClock(setDatabaseClock(inMinutes(-10)));
    expect(await run()).toEqual(["draw-closed", "draw-closed", "draw-closed"]);
  });
});

it("a second draw that was cut off in the meantime isn't charged", async () => {
  const definition = createDraw([secondDraw("cash", { cutOffDate: inMinutes(5) })]);
  const draw = await openCashDraw(test, "slept-cut-off", definition);
  const order = await placeBasket(test, basket(draw, [line("main"), line("cash")]));
  await setClock(setDatabaseClock(inMinutes(5)));
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("second-draw-closed");
  await setClock(injectedClockOnly);
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
});

it("a hold that has ended in the meantime isn't charged", async () => {
  const order = await place(test, await openCashDraw(test, "slept-unpaid"));
  const charges = test.gateway.charges.length;
  await setClock(setDatabaseClock(inMinutes(15)));
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("order-expired");
  expect(test.gateway.charges).toHaveLength(charges);
  await setClock(injectedClockOnly);
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
});

it("a hold that has ended in the meantime isn't extended", async () => {
  const order = await place(test, await openCashDraw(test, "slept-hold"));
  test.clock.advance(minuteMs);
  await setClock(setDatabaseClock(inMinutes(14)));
  expect(await extendOrder(test.ctx, order)).toEqual({ ok: false, reason: "order-expired" });
  await setClock(injectedClockOnly);
  expect(await extendOrder(test.ctx, order)).toMatchObject({ ok: true });
});

it("a migrated database uses its own clock", async () => {
  const { pools, close } = await openMemory();
  const clock = sql`select database_now() >= transaction_timestamp() and database_now() <= clock_timestamp() as real`;
  expect(await queryRows(pools.sales, clock)).toEqual([{ real: true }]);
  await close();
});
