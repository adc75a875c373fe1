import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { demoMerchant } from "@/tests/support/calls/apple-pay";
import {
  createBasket,
  createPayment,
  createWalletPayment,
  freshKey,
  getOutcome,
  openDraw,
  readPool,
} from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { payOrder } from "./pay-order";

let test: TestContext;
let withApplePay: Context;

beforeAll(async () => {
  test = await openTestContext();
  const openSession = async () => ({ kind: "unavailable", status: null, problem: "nobody asks" }) as const;
  withApplePay = { ...test.ctx, applePay: { merchantId: demoMerchant, openSession } };
});

afterAll(() => test.close());

async function placeWithoutBuyer(draw: string): Promise<OrderView> {
  const { buyer: _nobody, ...basket } = createBasket(draw);
  const placed = await placeOrder(withApplePay, basket, freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

it("accepts an order without a buyer only if Apple Pay can supply one", async () => {
  const draw = await openDraw(test, "nobody");
  const { buyer: _nobody, ...basket } = createBasket(draw);
  expect(await placeOrder(test.ctx, basket, freshKey())).toMatchObject({ ok: false, reason: "buyer-required" });
  expect(await placeOrder(withApplePay, basket, freshKey())).toMatchObject({ ok: true, order: { buyer: null } });
});

it("refuses Apple Pay if it isn't set up, and a card without a buyer, before anything is charged", async () => {
  const order = await placeWithoutBuyer(await openDraw(test, "unset"));
  expect(getOutcome(await payOrder(test.ctx, createWalletPayment(order)))).toBe("apple-pay-unavailable");
  expect(getOutcome(await payOrder(withApplePay, createPayment(order)))).toBe("buyer-required");
  expect(test.gateway.charges).toEqual([]);
});

it("charges the configured merchant's token and stores the sheet's buyer even if it is declined", async () => {
  const draw = await openDraw(test, "declined");
  const order = await placeWithoutBuyer(draw);
  test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: "1" });
  expect(getOutcome(await payOrder(withApplePay, createWalletPayment(order)))).toBe("declined");
  expect(test.gateway.charges.at(-1)).toMatchObject({
    orderNumber: `AP${order.orderId}`,
    source: { kind: "apple_pay", merchantId: demoMerchant },
    billing: { name: "Noé Gagnon", address_line1: "2659 Douglas St", country: "CA" },
  });
  const payment = createWalletPayment(order);
  expect(getOutcome(await payOrder(withApplePay, payment))).toBe("declined");
  expect(test.gateway.charges.at(-1)?.orderNumber).toBe(`AP${order.orderId}02`);
  const card = await payOrder(withApplePay, createPayment(order));
  expect(test.gateway.charges.at(-1)).toMatchObject({
    orderNumber: `${order.orderId}03`,
    billing: { name: "Noé Gagnon" },
  });
  expect(getOutcome(card)).toBe("declined");
  expect(await readPool(test, draw)).toMatchObject({ sold: 0, reserved: 1 });
});

it("sells nothing to a buyer from elsewhere, whether the order names them or Apple's sheet does", async () => {
  const draw = await openDraw(test, "elsewhere", { residenceProvinces: ["QC"] });
  const charges = test.gateway.charges.length;
  const refused = (path: string) => {
    const fields = [{ field: `${path}.province`, problem: "not-in-draw" }];
    return { ok: false, reason: "province-not-eligible", fields };
  };
  expect(await placeOrder(withApplePay, createBasket(draw), freshKey())).toEqual(refused("buyer"));
  const order = await placeWithoutBuyer(draw);
  expect(await payOrder(withApplePay, createWalletPayment(order))).toEqual(refused("payment.billing"));
  expect(test.gateway.charges).toHaveLength(charges);
});
