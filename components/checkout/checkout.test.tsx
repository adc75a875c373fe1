// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changeSession, readSession } from "@/components/order-form/checkout-session";
import type { LiveState } from "@/lib/draws/rules.projection";
import { runWhenReloadable } from "@/lib/platform/http/browser/reload-hold";
import messages from "@/messages/en.json";
import { findCardFields, openCheckout, typeCard } from "@/tests/support/views/checkout-stage";
import { demoLive } from "@/tests/support/views/fake-checkout-draw";
import type { FakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeOrder } from "@/tests/support/views/fake-order";

const live = demoLive();

const order = fakeOrder({
  amount: 20,
  placedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
  lines: [{ poolId: "main", packageId: "p40", quantity: 1, tickets: 40, amount: 20 }],
});

type Route = (body: unknown) => Response | Promise<Response>;

let calls: { path: string; key: string | null }[] = [];
let routes: Record<string, Route> = {};
let bank: FakeCustomCheckout;
let assign: ReturnType<typeof vi.fn>;
let replace: ReturnType<typeof vi.fn>;

async function network(path: string, { body, headers }: RequestInit): Promise<Response> {
  calls.push({ path, key: new Headers(headers).get("Idempotency-Key") });
  const route = routes[path.replace(order.orderId, "ORDER")];
  if (!route) return Response.json(live);
  return route(body ? JSON.parse(String(body)) : null);
}

function refusal(reason: string, status: number): Response {
  return Response.json({ reason, requestId: "r" }, { status });
}

beforeEach(() => {
  calls = [];
  bank = fakeCustomCheckout();
  routes = {
    "/api/orders": () => Response.json({ order }, { status: 201 }),
    "/api/bambora/processPayment": () => Response.json({ success: true, order: { ...order, status: "finalized" } }),
  };
  vi.stubGlobal("fetch", network);
  Object.assign(window, { customcheckout: bank.factory });
  window.sessionStorage.clear();
  assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined) as never;
  replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined) as never;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "customcheckout");
});

function open(state: LiveState = live) {
  return openCheckout({ live: state });
}

function enterDetails(): void {
  expect(screen.getByLabelText(/Full name/).getAttribute("autocomplete")).toBe("name");
  fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
  fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
}

async function enterCard(): Promise<void> {
  fireEvent.focus(screen.getByRole("form"));
  await findCardFields(bank);
  typeCard(bank);
}

function payButton(): HTMLElement {
  return screen.getByRole("button", { name: /Pay \$|…/ });
}

function getCalls(path: string) {
  return calls.filter((call) => call.path === path);
}

/** The frame hasn't reported the security code yet. */
async function enterCardButCode(): Promise<void> {
  fireEvent.focus(screen.getByRole("form"));
  await findCardFields(bank);
  typeCard(bank, ["card-number", "expiry"]);
}

async function answerToken(token: string): Promise<void> {
  await waitFor(() => expect(bank.tokenCalls()).toBeGreaterThan(0));
  await act(async () => bank.answer({ code: 200, token }));
}

describe("the checkout", () => {
  it("pays once, however often the button is pressed, and leaves with a full navigation", async () => {
    open();
    enterDetails();
    await enterCard();
    for (let click = 0; click < 5; click += 1) fireEvent.click(payButton());
    await answerToken("gt7-1");
    await waitFor(() => expect(assign).toHaveBeenCalledWith(`/success?instanceId=demo&orderId=${order.orderId}`));
    expect(getCalls("/api/orders")).toHaveLength(1);
    expect(getCalls("/api/bambora/processPayment")).toHaveLength(1);
    expect(readSession("demo").orderId).toBe(order.orderId);
  });

  it("takes a press that comes before the card's last digit is told, and takes it once", async () => {
    open();
    enterDetails();
    await enterCardButCode();
    for (let click = 0; click < 3; click += 1) fireEvent.click(payButton());
    // Waiting here could take longer than the press waits for the digit.
    expect(screen.queryByText(messages.checkout.card.codeMissing)).toBeNull();
    typeCard(bank, ["cvv"]);
    await answerToken("gt7-1");
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(getCalls("/api/orders")).toHaveLength(1);
    expect(bank.calls).not.toContain("focus cvv");
  });

  it("charges nothing if the sum was changed before the card's last digit is told: the button says another one", async () => {
    open();
    enterDetails();
    await enterCardButCode();
    fireEvent.click(payButton());
    fireEvent.click(screen.getByRole("button", { name: messages.checkout.more }));
    typeCard(bank, ["cvv"]);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([bank.tokenCalls(), getCalls("/api/orders")]).toEqual([0, []]);
    expect(payButton().textContent).toBe("Pay $40.00");
    fireEvent.click(payButton());
    await answerToken("gt7-2");
    await waitFor(() => expect(getCalls("/api/orders")).toHaveLength(1));
  });

  it("says that a digit is missing if none is told soon after the press", async () => {
    open();
    enterDetails();
    await enterCardButCode();
    fireEvent.click(payButton());
    await screen.findByText(messages.checkout.card.codeMissing);
    expect(bank.calls).toContain("focus cvv");
    expect(getCalls("/api/orders")).toHaveLength(0);
  });

  it("tells of a payment that this browser sent from another tab, and asks before it charges a second time", async () => {
    const payment = {
      orderId: `${order.orderId.slice(0, -1)}Z`,
      orderCode: "DEMO-1",
      amount: 20,
      sentAt: order.placedAt,
    };
    routes["/api/draws/demo/open-payment"] = () => Response.json({ payment });
    open();
    enterDetails();
    await enterCard();
    await screen.findByText(messages.checkout.openPayment.title);
    const href = screen.getByRole("link", { name: messages.checkout.openPayment.link }).getAttribute("href");
    expect(href).toBe(`/order/demo/${payment.orderId}`);
    fireEvent.click(payButton());
    await screen.findByText(messages.checkout.openPayment.ask);
    expect([bank.tokenCalls(), getCalls("/api/orders")]).toEqual([0, []]);
    fireEvent.click(screen.getByRole("button", { name: messages.checkout.openPayment.accept }));
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(getCalls("/api/bambora/processPayment")).toHaveLength(1);
  });

  it("isn't reloaded after an update while it shows a declined card", async () => {
    routes["/api/bambora/processPayment"] = () => refusal("declined", 402);
    const reload = vi.fn();
    const { unmount } = open();
    enterDetails();
    await enterCard();
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    runWhenReloadable(reload);
    await screen.findByText(/declined this card/);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reload).not.toHaveBeenCalled();
    unmount();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("is reloaded if the answer is lost before anything was paid, because a chunk may be gone", async () => {
    routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    const reload = vi.fn();
    open();
    enterDetails();
    await enterCard();
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    runWhenReloadable(reload);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("pays the same order with a second card after a decline", async () => {
    routes["/api/bambora/processPayment"] = () => refusal("declined", 402);
    open();
    enterDetails();
    await enterCard();
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    await screen.findByText(/declined this card/);
    expect(bank.calls).toContain("clear card-number");
    // Shown once, because a phone's bar repeats it only when this is out of sight.
    expect(screen.getAllByText(/reserved for/i).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Reserved for 1[45]m/),
    ]);
    routes["/api/bambora/processPayment"] = () =>
      Response.json({ success: true, order: { ...order, status: "finalized" } });
    await enterCard();
    fireEvent.click(payButton());
    await waitFor(() => expect(bank.tokenCalls()).toBe(2));
    await act(async () => bank.answer({ code: 200, token: "gt7-2" }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(getCalls("/api/orders")).toHaveLength(1);
  });

  it("treats a lost answer as pending, never as a failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    routes["/api/bambora/processPayment"] = () => Promise.reject(new TypeError("Failed to fetch"));
    routes["/api/orders/demo/ORDER"] = () => Response.json({ order: { ...order, status: "unknown" } });
    open();
    enterDetails();
    await enterCard();
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    await screen.findByText(/don’t pay again/);
    fireEvent.click(screen.getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith(`/order/demo/${order.orderId}`));
    expect(getCalls("/api/bambora/processPayment")).toHaveLength(1);
  });

  it("shows this tab's earlier order as held, and lets the buyer change it under another key", async () => {
    const { idempotencyKey } = changeSession("demo", { orderId: order.orderId, answered: true });
    routes["/api/orders/demo/ORDER"] = () => Response.json({ order });
    routes["/api/orders/demo/ORDER/cancel"] = () => Response.json({ order: { ...order, status: "cancelled" } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Change order" }));
    await screen.findByLabelText(/Full name/);
    await waitFor(() => expect(readSession("demo").orderId).toBeNull());
    expect(readSession("demo").idempotencyKey).not.toBe(idempotencyKey);
  });

  it("repeats the call with the same key if the reservation got no answer", async () => {
    routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    open();
    enterDetails();
    await enterCard();
    fireEvent.click(payButton());
    await answerToken("gt7-1");
    await screen.findByText(/couldn’t reach the server/);
    routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    fireEvent.click(payButton());
    await waitFor(() => expect(bank.tokenCalls()).toBe(2));
    await act(async () => bank.answer({ code: 200, token: "gt7-2" }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    const [first, second] = getCalls("/api/orders");
    expect(second?.key).toBe(first?.key);
  });

  it("loads the card fields on its own, before anyone touches the form", async () => {
    open();
    expect(bank.calls).toEqual([]);
    const mounted = () => bank.calls.filter((call) => call.startsWith("mount"));
    await waitFor(() => expect(mounted()).toHaveLength(3));
  });

  it("says what is missing and sends nothing", async () => {
    open();
    fireEvent.click(payButton());
    await screen.findByText(/things need your attention/);
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-name"));
    expect(getCalls("/api/orders")).toHaveLength(0);
  });

  it("includes the card in the list of problems, each with a link to its field", async () => {
    open();
    fireEvent.focus(screen.getByRole("form"));
    await findCardFields(bank);
    fireEvent.click(payButton());
    await screen.findByText("8 things need your attention");
    fireEvent.click(screen.getByRole("button", { name: messages.checkout.cardCode }));
    expect(bank.calls).toContain("focus cvv");
  });

  it("renders nothing for a draw that was sold out when the page was made", () => {
    const { container } = open({ ...live, salesOpen: false, reason: "draw-closed" });
    expect(container.textContent).toBe("");
  });
});
