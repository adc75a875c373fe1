import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minuteMs } from "@/lib/durations";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createPayment, freshKey, getOutcome, openDraw } from "@/tests/support/core/orders";
import {
  basket,
  createDraw,
  line,
  placeBasket,
  poolCounts,
  readTraces,
  secondDraw,
} from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

describe("second draws", () => {
  const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * minuteMs).toISOString();
  const notSold = { ok: false, reason: "invalid-input", fields: [{ field: "lines.1.poolId", problem: "not-in-draw" }] };

  it.each([
    ["disabled", () => ({ settings: { enabled: false } })],
    ["not begun", () => ({ startDate: inMinutes(1) })],
    ["cut off", () => ({ cutOffDate: inMinutes(0) })],
    ["drawn", () => ({ drawDate: inMinutes(-1) })],
  ])(
    "one that is %s isn't sold, in a line or a bundle, and nothing else of the order is either",
    async (name, changes) => {
      const draw = await openDraw(
        test,
        `closed-${name.replace(" ", "-")}`,
        createDraw([secondDraw("cash", changes())]),
      );
      const before = await readTraces(test, draw);
      expect(await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey())).toEqual(notSold);
      const bundled = await placeOrder(test.ctx, basket(draw, [], [{ bundleId: "both", quantity: 1 }]), freshKey());
      expect(bundled).toMatchObject({ fields: [{ field: "bundles.0.bundleId", problem: "not-in-draw" }] });
      expect(await readTraces(test, draw)).toEqual(before);
    },
  );

  it("one that is cut off between reservation and payment isn't charged, and the hold can still be changed", async () => {
    const draw = await openDraw(test, "cut-off", createDraw([secondDraw("cash", { cutOffDate: inMinutes(5) })]));
    const early = await placeBasket(test, basket(draw, [line("main"), line("cash")]));
    const late = await placeBasket(test, basket(draw, [line("main"), line("cash")]));
    const mainOnly = await placeBasket(test, basket(draw, [line("main")]));
    test.clock.advance(5 * minuteMs - 1);
    expect(getOutcome(await payOrder(test.ctx, createPayment(early)))).toBe("paid");
    test.clock.advance(1);
    const charged = test.gateway.charges.length;
    expect(await payOrder(test.ctx, createPayment(late))).toEqual({ ok: false, reason: "second-draw-closed" });
    expect(test.gateway.charges).toHaveLength(charged);
    expect(await poolCounts(test, draw)).toEqual({ cash: [1, 1], main: [1, 2] });
    expect(getOutcome(await payOrder(test.ctx, createPayment(mainOnly)))).toBe("paid");
  });

  it("a mandatory one is required with packages and with bundles that don't contain it, but not with one that does", async () => {
    const mandatory = secondDraw("must", { settings: { mandatoryPurchase: true } });
    const draw = await openDraw(test, "mandatory", createDraw([secondDraw("cash"), mandatory]));
    const missing = { ok: false, reason: "invalid-input", fields: [{ field: "lines.must", problem: "required" }] };
    const bundles = [{ bundleId: "both", quantity: 1 }];
    expect(await placeOrder(test.ctx, basket(draw, [line("main"), line("cash")]), freshKey())).toEqual(missing);
    expect(await placeOrder(test.ctx, basket(draw, [], bundles), freshKey())).toEqual(missing);
    expect(await poolCounts(test, draw)).toMatchObject({ main: [0, 0], must: [0, 0] });
    expect((await placeOrder(test.ctx, basket(draw, [line("must")], bundles), freshKey())).ok).toBe(true);
    const inBundle = await openDraw(test, "mandatory-bundle", createDraw([mandatory]));
    expect((await placeOrder(test.ctx, basket(inBundle, [], bundles), freshKey())).ok).toBe(true);
  });

  it("a mandatory one isn't sold without the main draw, and nothing is held", async () => {
    const mandatory = secondDraw("must", { settings: { mandatoryPurchase: true } });
    const draw = await openDraw(test, "mandatory-alone", createDraw([secondDraw("cash"), mandatory]));
    const refused = { ok: false, reason: "invalid-input", fields: [{ field: "lines.main", problem: "required" }] };
    expect(await placeOrder(test.ctx, basket(draw, [line("must")]), freshKey())).toEqual(refused);
    expect(await placeOrder(test.ctx, basket(draw, [line("must"), line("cash")]), freshKey())).toEqual(refused);
    expect(await poolCounts(test, draw)).toEqual({ main: [0, 0], must: [0, 0], cash: [0, 0] });
    expect((await placeOrder(test.ctx, basket(draw, [line("main"), line("must")]), freshKey())).ok).toBe(true);
  });

  it("a mandatory one is required while any of it is available, and doesn't stop sales once it is full", async () => {
    const settings = { mandatoryPurchase: true };
    const draw = await openDraw(test, "mandatory-full", createDraw([secondDraw("must", { maxTickets: 2, settings })]));
    await placeBasket(test, basket(draw, [line("main"), line("must")]));
    expect(await placeOrder(test.ctx, basket(draw, [line("main")]), freshKey())).toMatchObject({
      fields: [{ field: "lines.must", problem: "required" }],
    });
    await placeBasket(test, basket(draw, [line("main"), line("must")]));
    expect((await placeOrder(test.ctx, basket(draw, [line("main")]), freshKey())).ok).toBe(true);
    expect(await poolCounts(test, draw)).toEqual({ main: [0, 3], must: [0, 2] });
  });

  it("a mandatory one isn't required before its sales start or after its cut-off", async () => {
    const must = secondDraw("must", {
      startDate: inMinutes(1),
      cutOffDate: inMinutes(2),
      settings: { mandatoryPurchase: true },
    });
    const draw = await openDraw(test, "mandatory-time", createDraw([must]));
    const tryMain = async () => (await placeOrder(test.ctx, basket(draw, [line("main")]), freshKey())).ok;
    expect(await tryMain()).toBe(true);
    test.clock.advance(minuteMs);
    expect(await tryMain()).toBe(false);
    test.clock.advance(minuteMs);
    expect(await tryMain()).toBe(true);
  });
});
