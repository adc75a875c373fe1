// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrderStatus } from "@/lib/orders/rules";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { resolveAbandonedOrder } from "./server-calls";

const order = fakeOrder();
const path = `/api/orders/${order.instanceId}/${order.orderId}`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let network: FakeNetwork;

beforeEach(() => {
  network = fakeNetwork();
});

afterEach(() => vi.unstubAllGlobals());

describe("an order that a shared tablet finds", () => {
  it("is released if unpaid, and isn't mentioned", async () => {
    network.answer(`${path}/cancel`, () => ({ body: { order: { ...order, status: "cancelled" } } }));
    expect(await resolveAbandonedOrder(order)).toEqual({ type: "released" });
    expect(network.calls).toEqual([`POST ${path}/cancel`]);
  });

  it("is shown if a payment has reached the server in the meantime", async () => {
    const paying = { ...order, status: "paying" as const };
    network.answer(`${path}/cancel`, () => refusal("order-being-paid", 409));
    network.answer(path, () => ({ body: { order: paying } }));
    expect(await resolveAbandonedOrder(order)).toEqual({ type: "order-read", order: paying });
  });

  it("is dropped if the server can't be reached: its hold ends by itself", async () => {
    network.isSilent = true;
    expect(await resolveAbandonedOrder(order)).toEqual({ type: "released" });
  });

  it.each<OrderStatus>(["paying", "unknown"])("is waited for while it is %s", async (status) => {
    const found = { ...order, status };
    expect(await resolveAbandonedOrder(found)).toEqual({ type: "order-read", order: found });
    expect(network.calls).toEqual([]);
  });

  it.each([
    ["a moment ago is shown to its buyer", 0, "order-read"],
    ["some minutes ago is of somebody who has left", 5, "released"],
  ] as const)("that was paid %s", async (_name, minutes, type) => {
    const found = fakeOrder({ status: "finalized", finalizedAt: ago(minutes) });
    expect((await resolveAbandonedOrder(found)).type).toBe(type);
  });

  it.each<OrderStatus>(["expired", "cancelled", "refunded"])("is dropped if it is %s", async (status) => {
    expect(await resolveAbandonedOrder({ ...order, status })).toEqual({ type: "released" });
    expect(network.calls).toEqual([]);
  });
});
