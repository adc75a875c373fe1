// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OrderStatus } from "@/lib/orders/rules";
import { fakeOrder } from "@/tests/support/views/fake-order";

import type { CheckoutEvent } from "./checkout-machine";
import { pollCheckoutOrder } from "./poll-order";

let status: OrderStatus;
let events: CheckoutEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  status = "reserved";
  vi.stubGlobal("fetch", async () => Response.json({ order: fakeOrder({ status }) }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startPolling(mayStillArrive: () => boolean) {
  const order = { instanceId: "demo", orderId: fakeOrder().orderId };
  const dispatch = (event: CheckoutEvent) => events.push(event);
  return pollCheckoutOrder(order, "checking", { dispatch, onContact: () => undefined, mayStillArrive });
}

it("accepts that an order is unpaid only once its payment can't be in progress anymore", async () => {
  let mayArrive = true;
  const { stop } = startPolling(() => mayArrive);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events).toEqual([]);
  mayArrive = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toMatchObject([{ type: "order-read", order: { status: "reserved" } }]);
  stop();
});

it("reports any other outcome immediately", async () => {
  status = "finalized";
  startPolling(() => true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(events).toMatchObject([{ type: "order-read", order: { status: "finalized" } }]);
});
