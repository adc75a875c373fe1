// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changeSession } from "@/components/order-form/checkout-session";
import messages from "@/messages/en.json";
import { applePayWithoutSheet, merchantSession } from "@/tests/support/views/apple-pay-sheet";
import { findCardFields, openCheckout } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import type { FakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeOrder } from "@/tests/support/views/fake-order";

const live = demoLive();
const order = fakeOrder({
  amount: 20,
  buyer: null,
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  lines: [{ poolId: "main", packageId: "p40", quantity: 1, tickets: 40, amount: 20 }],
});
const paid = { success: true, order: { ...order, status: "finalized" } };
const offer = { merchantId: "merchant.test", displayName: "Test Foundation" };

let apple: ReturnType<typeof applePayWithoutSheet>;
let bank: FakeCustomCheckout;
let answers: Record<string, () => Response>;
let bodies: Record<string, unknown>;
let assign: ReturnType<typeof vi.fn>;

async function network(path: string, { body }: RequestInit): Promise<Response> {
  if (body) bodies[path] = JSON.parse(String(body));
  return answers[path]?.() ?? Response.json(live);
}

beforeEach(() => {
  apple = applePayWithoutSheet();
  bank = fakeCustomCheckout();
  bodies = {};
  answers = {
    "/api/orders": () => Response.json({ order }, { status: 201 }),
    "/api/apple-pay/validate-merchant": () => Response.json({ merchantSession: merchantSession() }),
    "/api/bambora/processApplePayPayment": () => Response.json(paid),
    "/api/bambora/processPayment": () => Response.json(paid),
  };
  vi.stubGlobal("fetch", network);
  Object.assign(window, {
    ApplePaySession: apple.api.Session,
    ApplePayError: apple.api.PayError,
    customcheckout: bank.factory,
  });
  window.sessionStorage.clear();
  assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined) as never;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ["ApplePaySession", "ApplePayError", "customcheckout"]) Reflect.deleteProperty(window, name);
});

function open(applePay: typeof offer | null = offer, draw = demoCheckoutDraw()) {
  return openCheckout({ applePay, draw });
}

async function readyButton(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: "Buy with Apple Pay" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  return button;
}

async function tap(): Promise<void> {
  fireEvent.click(await readyButton());
}

async function authorize(): Promise<void> {
  await waitFor(() => expect(apple.seen.at(-1)).toBe("ask"));
  await act(async () => apple.authorize());
}

describe("the Apple Pay button", () => {
  it("isn't shown if Apple Pay isn't set up", async () => {
    open(null);
    await screen.findByLabelText(/Full name/);
    expect(screen.queryByRole("region", { name: "Apple Pay" })).toBeNull();
  });

  it.each<[string, () => void]>([
    ["has no Apple Pay", () => Reflect.deleteProperty(window, "ApplePaySession")],
    ["cannot pay with it", () => vi.spyOn(apple.api.Session, "canMakePayments").mockReturnValue(false)],
    [
      "forbids it to the page",
      () =>
        vi.spyOn(apple.api.Session, "canMakePayments").mockImplementation(() => {
          throw new DOMException("insecure", "InvalidAccessError");
        }),
    ],
    ["has an older one", () => vi.spyOn(apple.api.Session, "supportsVersion").mockReturnValue(false)],
  ])("isn't shown in a browser that %s", async (_what, change) => {
    change();
    open();
    await screen.findByLabelText(/Full name/);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Apple Pay" })).toBeNull());
  });

  it("buys the preselected package in two taps, with the buyer from the sheet", async () => {
    open();
    await tap();
    await authorize();
    await waitFor(() => expect(assign).toHaveBeenCalledWith(`/success?instanceId=demo&orderId=${order.orderId}`));
    expect(bodies["/api/orders"]).toMatchObject({
      lines: [{ poolId: "main", packageId: "p40", quantity: 1 }],
      attestations: { age: true, location: true, rules: true },
    });
    expect(bodies["/api/orders"]).not.toHaveProperty("buyer");
  });

  it("keeps its space, invisible and unreachable, while an earlier order is being looked for", async () => {
    changeSession("demo", { orderId: order.orderId });
    answers[`/api/orders/demo/${order.orderId}`] = () => new Promise(() => undefined) as never;
    open();
    await act(() => vi.dynamicImportSettled());
    const button = screen.getByRole("button", { name: "Buy with Apple Pay" });
    expect(button.closest(".invisible")).not.toBeNull();
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it("says what a press confirms", async () => {
    open();
    const button = await readyButton();
    const described = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toMatch(/18 or older.*currently in Ontario.*draw rules/);
  });

  it("orders the mandatory items along with the package, without stopping", async () => {
    const { addOns, catalogue, ...draw } = demoCheckoutDraw();
    const choices = [5, 1].map((tickets) => ({ id: `t${tickets}`, tickets, priceCents: tickets * 750 }));
    const pools = catalogue.pools.map((pool) => ({ ...pool, isMandatory: pool.poolId === "truck" }));
    const mandatory = addOns.map((addOn) => ({ ...addOn, isMandatory: true, offers: choices }));
    open(offer, { ...draw, addOns: mandatory, catalogue: { ...catalogue, pools } });
    await readyButton();
    const area = screen.getByRole("region", { name: "Apple Pay" });
    expect(area.textContent).toContain("40 tickets $20.00Truck · 1 ticket $7.50Total $27.50");
    await tap();
    await waitFor(() => expect(bodies["/api/orders"]).toBeDefined());
    expect(bodies["/api/orders"]).toMatchObject({
      lines: [
        { poolId: "main", packageId: "p40", quantity: 1 },
        { poolId: "truck", packageId: "t1", quantity: 1 },
      ],
    });
  });

  it("keeps the tickets after a cancelled sheet, for another tap or a card, which then needs buyer details", async () => {
    open();
    await tap();
    await waitFor(() => expect(apple.seen.at(-1)).toBe("ask"));
    await act(async () => apple.cancel());
    await screen.findByText("Payment cancelled");
    expect(screen.getByText(/Your tickets are reserved for another/)).toBeTruthy();
    fireEvent.focus(screen.getByRole("form"));
    await findCardFields(bank);
    fireEvent.click(screen.getByRole("button", { name: /Pay \$/ }));
    await screen.findAllByText(/Enter your full name/);
    expect(bodies["/api/bambora/processPayment"]).toBeUndefined();
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    act(() => {
      for (const field of ["card-number", "expiry", "cvv"]) {
        bank.emit("empty", { field, empty: false });
        bank.emit("complete", { field, complete: true });
      }
    });
    fireEvent.click(screen.getByRole("button", { name: /Pay \$/ }));
    await waitFor(() => expect(bank.tokenCalls()).toBe(1));
    await act(async () => bank.answer({ code: 200, token: "gt7-1" }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(bodies["/api/bambora/processPayment"]).toMatchObject({
      payment: { billing: { name: "Marie Tremblay", email_address: "marie@example.com", province: "ON" } },
    });
  });

  it("says that a payment was declined and why, and can be tapped again", async () => {
    answers["/api/bambora/processApplePayPayment"] = () =>
      Response.json({ reason: "declined", requestId: "r" }, { status: 402 });
    open();
    await tap();
    await authorize();
    await screen.findByText("Payment failed");
    screen.getByText(/declined this card/);
    answers["/api/bambora/processApplePayPayment"] = () => Response.json(paid);
    await tap();
    await authorize();
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  });

  it("marks the field that the reservation was refused for", async () => {
    const fields = [{ field: "lines.0.packageId", problem: "not-in-draw" }];
    answers["/api/orders"] = () => Response.json({ reason: "invalid-input", requestId: "r", fields }, { status: 400 });
    open();
    await tap();
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-choice"));
  });

  it("says why nothing can be bought anymore if the last tickets went between the press and the order", async () => {
    answers["/api/orders"] = () => {
      answers["/api/draws/demo/live"] = () => Response.json({ ...live, salesOpen: false, reason: "sold-out" });
      return Response.json({ reason: "sold-out", requestId: "r" }, { status: 409 });
    };
    open();
    await tap();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Buy with Apple Pay" })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-trouble"));
    expect(document.activeElement?.textContent).toBe(messages.reasons["sold-out"]);
  });

  it("says that Apple Pay isn't available if the browser refuses the sheet", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    apple.leaveGesture();
    open();
    await tap();
    await screen.findByText("Apple Pay is not available");
    expect(bodies["/api/orders"]).toBeUndefined();
  });

  it("shows a pending payment if the sheet is cancelled while the payment is in progress", async () => {
    answers["/api/bambora/processApplePayPayment"] = () => new Promise(() => undefined) as never;
    open();
    await tap();
    await waitFor(() => expect(apple.seen.at(-1)).toBe("ask"));
    await act(async () => {
      apple.authorize();
      apple.cancel();
    });
    await screen.findByText(/don’t pay again/);
    expect(screen.queryByRole("button", { name: "Buy with Apple Pay" })).toBeNull();
  });
});
