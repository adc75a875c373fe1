import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { hourMs } from "@/lib/durations";
import { requestRefund } from "@/lib/refunds/request-refund";
import { asTestDevice, openCashDraw, placeAtDevice, sellForCash } from "@/tests/support/core/cash";
import { openTestContext } from "@/tests/support/core/test-context";

import { listSales } from "./list-sales";

const test = await openTestContext();
const gate = asTestDevice(test);
const other = asTestDevice(test, { deviceId: "gate-2", name: "Gate 2", operator: "Sam" });

afterAll(() => test.close());

async function sold(device: Context) {
  const listed = await listSales(device);
  if (!listed.ok) throw new Error(listed.reason);
  return listed.orders;
}

describe("the last sales of a device", () => {
  it("are those that it was paid for today, in any draw, the latest first, refunded ones too", async () => {
    const [one, two] = [await openCashDraw(test, "s-one"), await openCashDraw(test, "s-two")];
    const first = await sellForCash(gate, one);
    test.clock.advance(1000);
    await sellForCash(other, one);
    await placeAtDevice(gate, one);
    const second = await sellForCash(gate, two);
    expect(await requestRefund(gate, first, {})).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await sold(gate)).toMatchObject([
      { instanceId: two, orderId: second.orderId, status: "finalized", method: "cash", seller: { isOwn: true } },
      { instanceId: one, orderId: first.orderId, status: "refunded" },
    ]);
    test.clock.advance(24 * hourMs);
    expect(await sold(gate)).toEqual([]);
  });

  it("are five at the most, and belong to devices alone", async () => {
    const draw = await openCashDraw(test, "s-many");
    const orders = [];
    for (let index = 0; index < 6; index++) {
      test.clock.advance(1000);
      orders.push((await sellForCash(gate, draw)).orderId);
    }
    expect((await sold(gate)).map(({ orderId }) => orderId)).toEqual(orders.reverse().slice(0, 5));
    for (const ctx of [test.admin, test.ctx]) {
      expect(await listSales(ctx)).toEqual({ ok: false, reason: "device-required" });
    }
  });
});
