// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changeSession, readSession } from "@/components/order-form/checkout-session";
import { recordOwnOrder } from "@/components/payment/own-order";
import type { OrderView } from "@/lib/orders/rules";
import messages from "@/messages/en.json";
import { openCheckout } from "@/tests/support/views/checkout-stage";
import { demoLive } from "@/tests/support/views/fake-checkout-draw";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeOrder } from "@/tests/support/views/fake-order";

const text = messages.checkout.offered;
const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
const mallorys = fakeOrder({
  orderId: "MA110RYMA110RYMA110RYMA110",
  amount: 20,
  expiresAt,
  buyer: { name: "Mallory Attack", maskedEmail: "m•••@evil.example" },
});
const own = fakeOrder({ amount: 20, expiresAt });

let orders: OrderView[] = [];
let read: string[] = [];
let live = demoLive();

async function network(path: string): Promise<Response> {
  const order = orders.find(({ orderId }) => path === `/api/orders/demo/${orderId}`);
  if (order) read.push(order.orderId);
  if (path.startsWith("/api/orders/") && !order) {
    return Response.json({ reason: "order-not-found", requestId: "r" }, { status: 404 });
  }
  return Response.json(order ? { order } : live);
}

beforeEach(() => {
  orders = [mallorys, own];
  read = [];
  live = demoLive();
  vi.stubGlobal("fetch", network);
  Object.assign(window, { customcheckout: fakeCustomCheckout().factory });
  vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
});

afterEach(() => {
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "customcheckout");
});

function openLink(orderId: string) {
  window.history.replaceState(null, "", `/demo#order=${orderId}`);
  return openCheckout({ live });
}

function clickButton(name: string): void {
  act(() => fireEvent.click(screen.getByRole("button", { name })));
}

describe("an order carried by a link", () => {
  it("isn't used if someone sends their own, and is removed from the URL", async () => {
    openLink(mallorys.orderId);
    await screen.findByText(text.foreignTitle);
    expect(screen.queryByText(/Mallory/)).toBeNull();
    expect(readSession("demo").orderId).toBeNull();
    expect(window.location.hash).toBe("");
    expect(screen.getByText(text.foreignOpen)).toBeTruthy();
    clickButton(text.goOn);
    expect(screen.getByRole("form")).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("checkout-tickets"));
  });

  it("is refused without mentioning buying if sales have closed", async () => {
    live = demoLive({ salesOpen: false, reason: "draw-closed" });
    openLink(mallorys.orderId);
    await screen.findByText(text.foreignTitle);
    expect(screen.queryByText(text.foreignOpen)).toBeNull();
    expect(screen.queryByRole("button", { name: text.goOn })).toBeNull();
    clickButton(text.dismiss);
    expect(screen.queryByText(text.foreignTitle)).toBeNull();
  });

  it("shows whose it is and who made it, and is paid only after its buyer confirms again", async () => {
    orders = [{ ...mallorys, soldBy: "Gate 3" }];
    changeSession("demo", {
      form: { ...readSession("demo").form, age: true, location: true, rules: true } as never,
    });
    openLink(mallorys.orderId);
    await screen.findByRole("heading", { name: text.title });
    expect(screen.getByText(/Reserved by Gate 3: 10 tickets, \$20\.00/)).toBeTruthy();
    expect(screen.getByText("For Mallory Attack, m•••@evil.example")).toBeTruthy();
    clickButton(text.accept);
    expect(screen.getAllByText(messages.checkout.missing.age)).toHaveLength(1);
    expect(readSession("demo").orderId).toBeNull();
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false]);
    for (const box of boxes) fireEvent.click(box);
    clickButton(text.accept);
    await screen.findByRole("timer");
    expect(readSession("demo").orderId).toBe(mallorys.orderId);
  });

  it("never replaces an order held here, and is offered once that one is finished", async () => {
    orders = [{ ...mallorys, soldBy: "Gate 3" }, own];
    changeSession("demo", { orderId: own.orderId, answered: true });
    openLink(mallorys.orderId);
    await screen.findByText(/Marie Tremblay/);
    expect(screen.getByText(text.laterTitle)).toBeTruthy();
    expect(read).not.toContain(mallorys.orderId);
    expect(readSession("demo").orderId).toBe(own.orderId);
    clickButton(text.dismiss);
    expect(screen.queryByText(text.laterTitle)).toBeNull();
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("checkout-held"));
    expect(readSession("demo").orderId).toBe(own.orderId);
  });

  it("is dropped for good once the buyer says that it is someone else's", async () => {
    orders = [{ ...mallorys, soldBy: "Gate 3" }];
    const page = openLink(mallorys.orderId);
    await screen.findByRole("heading", { name: text.title });
    clickButton(text.decline);
    page.unmount();
    openLink("");
    await act(async () => undefined);
    expect(screen.queryByRole("heading", { name: text.title })).toBeNull();
  });

  it("is still offered after a reload", async () => {
    orders = [{ ...mallorys, soldBy: "Gate 3" }];
    const page = openLink(mallorys.orderId);
    await screen.findByRole("heading", { name: text.title });
    page.unmount();
    openLink("");
    await screen.findByRole("heading", { name: text.title });
  });

  it("is offered to anyone who comes from its own page in this tab", async () => {
    recordOwnOrder(own.orderId);
    openLink(own.orderId);
    await screen.findByText(/Reserved: 10 tickets, \$20\.00/);
    clickButton(text.decline);
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("checkout-tickets"));
    cleanup();
    openLink(own.orderId);
    await screen.findByText(text.foreignTitle);
  });

  it.each(["finalized", "expired", "cancelled"] as const)(
    "links to its own page if it is %s, and isn't this tab's",
    async (status) => {
      orders = [{ ...mallorys, soldBy: status === "finalized" ? null : "Gate 3", status }];
      const before = changeSession("demo", { answered: true });
      openLink(mallorys.orderId);
      await vi.waitFor(() => expect(window.location.replace).toHaveBeenCalledWith(`/order/demo/${mallorys.orderId}`));
      const { orderId, offeredId, idempotencyKey } = readSession("demo");
      expect({ orderId, offeredId }).toEqual({ orderId: null, offeredId: null });
      expect(idempotencyKey).toBe(before.idempotencyKey);
    },
  );
});
