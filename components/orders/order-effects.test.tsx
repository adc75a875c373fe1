// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { changeSession, readSession } from "@/components/order-form/checkout-session";
import { isOwnOrder, recordOwnOrder } from "@/components/payment/own-order";
import { ForgetPurchase } from "./order-effects";

const [paid, other] = ["PA1DPA1DPA1DPA1DPA1DPA1DPA", "0THER0THER0THER0THER0THER0"];

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
});

it("a paid order on screen removes its purchase from the tab, and the record that it is its own", () => {
  changeSession("demo", { orderId: paid });
  recordOwnOrder(paid);
  render(<ForgetPurchase instanceId="demo" orderId={paid} />);
  expect(readSession("demo").orderId).toBeNull();
  expect(isOwnOrder(paid)).toBe(false);
});

it("doesn't touch the purchase of another order", () => {
  changeSession("demo", { orderId: other });
  recordOwnOrder(other);
  render(<ForgetPurchase instanceId="demo" orderId={paid} />);
  expect(readSession("demo").orderId).toBe(other);
  expect(isOwnOrder(other)).toBe(true);
});
