import { afterAll, describe, expect, it } from "vitest";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import type { OrderView } from "@/lib/orders/rules";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { asTestDevice, listAttemptStates, listEntries, openCashDraw, placeAtDevice } from "@/tests/support/core/cash";
import { asDevice, issueTestDevice, registerTestDevice } from "@/tests/support/core/issued-device";
import { createBasket, createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import { openTestContext } from "@/tests/support/core/test-context";
import { payOrder } from "./pay-order";

const test = await openTestContext();
const gate = asTestDevice(test);

afterAll(() => test.close());

function createCharge(order: OrderView) {
  return { ...createPayment(order), atTerminal: true as const };
}

async function placeAtGate(drawId: string): Promise<OrderView> {
  const { buyer } = createBasket(drawId);
  return placeAtDevice(gate, await openCashDraw(test, drawId), { buyer });
}

/** Audit entries as `action device operator`. */
async function listActions(order: OrderView): Promise<string[]> {
  const entries = (await listEntries(test, order)).filter(({ action }) => action !== "payment-approved");
  return entries.map(({ action, device_id: device, operator }) => `${action} ${device} ${operator}`);
}

describe("a card charged by an operator", () => {
  it("is recorded with the device and its operator, once for many taps, and so is an extension", async () => {
    const order = await placeAtGate("charged");
    test.clock.advance(60_000);
    expect(await extendOrder(gate, order)).toMatchObject({ ok: true });
    test.clock.advance(60_000);
    const charge = createCharge(order);
    const before = test.gateway.charges.length;
    await Promise.all([1, 2, 3].map(() => payOrder(gate, charge)));
    expect(getOutcome(await payOrder(gate, charge))).toBe("paid");
    expect(test.gateway.charges.length).toBe(before + 1);
    expect(await listActions(order)).toEqual([
      "placed gate-1 Alex",
      "extended gate-1 Alex",
      "payment-sent gate-1 Alex",
    ]);
  });

  it("belongs to the buyer if the buyer's own phone pays and extends", async () => {
    const order = await placeAtGate("by-phone");
    test.clock.advance(60_000);
    await extendOrder(test.ctx, order);
    test.clock.advance(60_000);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    expect(await listActions(order)).toEqual(["placed gate-1 Alex", "extended null null", "payment-sent null null"]);
  });

  it("can't be charged without a device, with an unknown operator or by another parent's device", async () => {
    const order = await placeAtGate("not-charged");
    const before = test.gateway.charges.length;
    const callers = [
      test.ctx,
      asTestDevice(test, { maySell: false }),
      asTestDevice(test, { parentId: "other-parent" }),
    ];
    const outcomes = [];
    for (const ctx of callers) outcomes.push(getOutcome(await payOrder(ctx, createCharge(order))));
    expect(outcomes).toEqual(["device-required", "device-incomplete", "order-not-found"]);
    expect([test.gateway.charges.length, await listAttemptStates(test, order)]).toEqual([before, []]);
    expect(getOutcome(await payOrder(gate, createCharge(order)))).toBe("paid");
  });

  it("is settled like any other if the device is revoked while the bank is processing it", async () => {
    const issued = await issueTestDevice(test);
    const device = await asDevice(test, await registerTestDevice(test, issued));
    const order = await place(test, await openDraw(test, "withdrawn"));
    const { answer } = test.gateway;
    test.gateway.answer = async (request) => {
      await revokeDevice(test.admin, issued.device.deviceId);
      return answer(request);
    };
    const paid = getOutcome(await payOrder(device, createCharge(order)));
    test.gateway.answer = answer;
    expect([paid, await listAttemptStates(test, order)]).toEqual(["paid", ["token approved"]]);
  });
});
