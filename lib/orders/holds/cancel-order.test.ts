import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { callRules } from "@/lib/platform/db/call-counts";
import { getNetworkKeys } from "@/lib/platform/http/limit-calls";
import { createBasket, createPayment, freshKey, getOutcome, openDraw } from "@/tests/support/core/orders";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";
import { cancelOrder } from "./cancel-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await openDraw(test, "draw");
});
afterAll(() => test.close());

async function placeAt(ipAddress: string, browser: string | null = freshKey()) {
  const ctx = asCaller(test.ctx, ipAddress, browser);
  const placed = await placeOrder(ctx, createBasket("draw"), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return { ctx, order: placed.order };
}

async function placeAndCancel(ipAddress: string, browser: string | null = freshKey()): Promise<string> {
  const { ctx, order } = await placeAt(ipAddress, browser);
  const done = await cancelOrder(ctx, order);
  return done.ok ? "cancelled" : done.reason;
}

function cancelMany(ipAddress: string, times: number) {
  return test.ctx.calls("network-cancels", getNetworkKeys(test.ctx, ipAddress).network, times);
}

describe("placing and cancelling", () => {
  it("ends after twenty orders of a browser in a minute; it may pay what it holds, and others may cancel", async () => {
    for (let orders = 0; orders < 20; orders += 1) expect(await placeAndCancel("10.0.0.1", "one")).toBe("cancelled");
    const { ctx, order } = await placeAt("10.0.0.1", "one");
    const refused = await cancelOrder(ctx, order);
    expect(refused).toMatchObject({ ok: false, reason: "too-many-calls", retryAfterSeconds: expect.any(Number) });
    expect(getOutcome(await payOrder(ctx, createPayment(order)))).toBe("paid");
    expect(await placeAndCancel("10.0.0.1", "other")).toBe("cancelled");
  });

  it.each([
    ["an address", "10.0.1.1", "10.0.1.1", "10.0.1.2"],
    ["a /56 of IPv6", "2001:db8:1:2::1", "2001:db8:1:ff:ffff::9", "2001:db8:1:100::1"],
  ])(
    "ends after 600 orders of %s in a minute, whatever cookies it sends; buyers there order and pay",
    async (...where) => {
      const [, used, same, other] = where;
      await cancelMany(used, callRules["network-cancels"].points - 1);
      expect(await placeAndCancel(used, null)).toBe("cancelled");
      expect([await placeAndCancel(same), await placeAndCancel(same, null)]).toEqual([
        "too-many-calls",
        "too-many-calls",
      ]);
      expect(await placeAndCancel(other)).toBe("cancelled");
      const buyer = await placeAt(same);
      expect(getOutcome(await payOrder(buyer.ctx, createPayment(buyer.order)))).toBe("paid");
    },
  );

  it("ends after 1,200 orders of a /48 in a minute", async () => {
    await test.ctx.calls("wide-network-cancels", getNetworkKeys(test.ctx, "2001:db8:9::1").wideNetwork ?? "", 1200);
    expect(await placeAndCancel("2001:db8:9:100::1")).toBe("too-many-calls");
    expect(await placeAndCancel("2001:db8:a:100::1")).toBe("cancelled");
  });

  it("is never refused to a tablet", async () => {
    const gate = await registerDevice(test, { deviceId: "gate-1" });
    for (let orders = 0; orders < 25; orders += 1) {
      expect(await cancelOrder(gate, await placeBy(gate, "draw"))).toEqual({ ok: true });
    }
  });
});
