// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { demoCheckoutDraw } from "@/components/checkout/fake-checkout-draw";
import { LiveProvider } from "@/components/draws/live-provider";
import { fakeOrder } from "@/components/orders/fake-order";
import type { LiveState } from "@/lib/draws/rules.projection";
import messages from "@/messages/en.json";

import { saleSessions } from "./sale-session";
import { readSoldNote } from "./sold-note";
import { TerminalSale } from "./terminal-sale";

const live: LiveState = {
  prize: 100,
  pot: 200,
  sold: 4,
  left: null,
  pools: [],
  recent: [],
  teams: [],
  serverTime: "2026-11-20T12:00:00Z",
  salesOpen: true,
};

const order = fakeOrder({
  amount: 20,
  buyer: null,
  placedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
  lines: [{ poolId: "main", packageId: "p40", quantity: 1, tickets: 40, amount: 20 }],
});
const sold = { ...order, status: "finalized" as const };

type Call = { path: string; key: string | null; body: Record<string, unknown> };
type Route = () => Response | Promise<Response>;

let calls: Call[] = [];
let routes: Record<string, Route> = {};
let assign: ReturnType<typeof vi.fn>;

/** The network: the only thing about our own server that a browser sees. */
async function network(path: string, { body, headers }: RequestInit = {}): Promise<Response> {
  calls.push({
    path,
    key: new Headers(headers).get("Idempotency-Key"),
    body: body ? JSON.parse(String(body)) : {},
  });
  return routes[path.replace(order.orderId, "ORDER")]?.() ?? Response.json(live);
}

function refusal(reason: string, status: number): Response {
  return Response.json({ reason, requestId: "r" }, { status });
}

const cashPath = "/api/terminal/orders/demo/ORDER/cash";

beforeEach(() => {
  calls = [];
  routes = {
    "/api/orders": () => Response.json({ order }, { status: 201 }),
    "/api/orders/demo/ORDER": () => Response.json({ order }),
    [cashPath]: () => Response.json({ order: sold }),
  };
  vi.stubGlobal("fetch", network);
  window.localStorage.clear();
  window.sessionStorage.clear();
  assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined) as never;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open({ allowsAnonymousCash = true, state = live } = {}) {
  return render(
    <StrictMode>
      <LiveProvider drawId="demo" refreshMs={600_000} initial={state}>
        <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
          <TerminalSale
            draw={demoCheckoutDraw()}
            locale="en"
            allowsAnonymousCash={allowsAnonymousCash}
            scriptUrl="https://x.test/c.js"
            checkoutHost="https://shop.test"
          />
        </NextIntlClientProvider>
      </LiveProvider>
    </StrictMode>,
  );
}

function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

async function confirmCash(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: /Cash received/ });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  return button;
}

function callsOf(path: string): Call[] {
  return calls.filter((call) => call.path.replace(order.orderId, "ORDER") === path);
}

describe("a sale at a terminal", () => {
  it("takes three taps for cash, and two taps on the last one make one sale", async () => {
    open();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    press("Cash");
    const confirm = await confirmCash();
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(assign).toHaveBeenCalledWith(`/terminal/success?instanceId=demo&orderId=${order.orderId}`);
    expect(callsOf("/api/orders")).toHaveLength(1);
    expect(callsOf("/api/orders")[0]?.body).toMatchObject({
      atTerminal: true,
      lines: [{ packageId: "p10", quantity: 1 }],
      attestations: { age: true, location: true, rules: true },
    });
    expect(callsOf("/api/orders")[0]?.body).not.toHaveProperty("buyer");
    expect(callsOf(cashPath)).toHaveLength(1);
  });

  it("tells the change of what was given, and refuses too little", async () => {
    open();
    press("Cash");
    await confirmCash();
    press("$50.00");
    expect(screen.getByText("$30.00")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Amount given"), { target: { value: "7" } });
    expect(screen.getByText("Still missing")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Cash received/ })).toHaveProperty("disabled", true);
    for (const key of ["5", "."]) press(key === "." ? "Decimal point" : key);
    press("Delete the last digit");
    fireEvent.click(await confirmCash());
    await waitFor(() => expect(callsOf(cashPath)[0]?.body).toEqual({ given: 75 }));
    await waitFor(() => expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 7500, isPrinted: false }));
  });

  it("asks who buys where the draw wants to know, and sends nothing before", async () => {
    open({ allowsAnonymousCash: false });
    press("Cash");
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-name"));
    expect(callsOf("/api/orders")).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    press("Cash");
    await confirmCash();
    expect(callsOf("/api/orders")[0]?.body).toMatchObject({ buyer: { name: "Marie Tremblay" } });
  });

  it("asks again by the same key when a reservation was not answered", async () => {
    routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    open();
    press("Cash");
    await screen.findByText(/never made twice/);
    routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    press("Cash");
    await confirmCash();
    const [first, second] = callsOf("/api/orders");
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  it("asks again by itself after a reload that cut a reservation off", async () => {
    routes["/api/orders"] = () => new Promise(() => undefined);
    const { unmount } = open();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    press("Cash");
    await waitFor(() => expect(callsOf("/api/orders")).toHaveLength(1));
    unmount();
    routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    open();
    await confirmCash();
    const [first, second] = callsOf("/api/orders");
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  it("finds its order again after a reload, and never makes a second one", async () => {
    const { unmount } = open();
    press("Cash");
    await confirmCash();
    unmount();
    open();
    fireEvent.click(await confirmCash());
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(callsOf("/api/orders")).toHaveLength(1);
    expect(callsOf("/api/orders/demo/ORDER").length).toBeGreaterThan(0);
  });

  it("takes lost cash for a question: the order says whether it was recorded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    routes[cashPath] = () => Promise.reject(new TypeError("Failed to fetch"));
    open();
    press("Cash");
    fireEvent.click(await confirmCash());
    await screen.findByText("The answer got lost");
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    routes["/api/orders/demo/ORDER"] = () => Response.json({ order: sold });
    press("Look now");
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(callsOf(cashPath)).toHaveLength(1);
  });

  it("refuses cash while the buyer's phone is paying, and follows it to the end", async () => {
    routes[cashPath] = () => refusal("order-being-paid", 409);
    routes["/api/orders/demo/ORDER"] = () => Response.json({ order: { ...order, status: "paying" } });
    open();
    press("Buyer’s phone");
    await screen.findByRole("img", { name: /QR code/ });
    press("Cash");
    fireEvent.click(await confirmCash());
    await screen.findByText("A payment is under way");
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    routes["/api/orders/demo/ORDER"] = () => Response.json({ order: sold });
    press("Look now");
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  });

  it("gives the tickets back and keeps the choice, under another key", async () => {
    routes["/api/terminal/orders/demo/ORDER/cancel"] = () =>
      Response.json({ order: { ...order, status: "cancelled" } });
    open();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    press("Cash");
    await confirmCash();
    const { idempotencyKey } = saleSessions.read("demo");
    press("Cancel this order");
    await waitFor(() => expect(screen.getByRole("radio", { name: /10 tickets/ })).toHaveProperty("checked", true));
    await waitFor(() => expect(saleSessions.read("demo").idempotencyKey).not.toBe(idempotencyKey));
    expect(saleSessions.read("demo").orderId).toBeNull();
  });

  it("tells another price before any cash is taken", async () => {
    routes["/api/orders"] = () => Response.json({ order: { ...order, amount: 25 } }, { status: 201 });
    open();
    press("Cash");
    await screen.findByText(/The price has changed/);
    expect(callsOf(cashPath)).toHaveLength(0);
  });

  it("sells nothing while the draw does not sell", () => {
    open({ state: { ...live, salesOpen: false, reason: "draw-closed" } });
    expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", true);
  });

  it("forgets who bought when nobody went on with the sale", () => {
    const form = { name: "Marie", email: "marie@example.com" };
    window.localStorage.setItem(
      "tirage-terminal-sale-demo",
      JSON.stringify({
        drawId: "demo",
        idempotencyKey: "k",
        orderId: order.orderId,
        form,
        savedAt: Date.now() - 16 * 60_000,
      }),
    );
    expect(saleSessions.read("demo")).toMatchObject({ form: null, orderId: order.orderId });
  });
});
