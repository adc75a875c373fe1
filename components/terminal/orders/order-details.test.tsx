// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { Queries } from "@/components/ui/queries";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import { OrderDetails } from "./order-details";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
const path = `/api/terminal/orders/demo/${orderId}`;
const text = english.terminalOrders;
const sentAt = "2026-11-20T12:00:00Z";
const web = { channel: "web", device: null, operator: null, isOwn: false } as const;
const line = { poolId: "main", packageId: "p10", quantity: 1, tickets: 10, amount: 10 };
const range = { poolId: "main", first: 1, last: 10, void: false };
const paid = fakeTerminalOrder({
  status: "finalized",
  amount: 30,
  finalizedAt: sentAt,
  lines: [line, { ...line, tickets: 40, amount: 20 }],
  numbers: [range, { ...range, first: 11, last: 50 }],
  method: "cash",
  attempts: [{ sentAt, method: "cash", state: "approved", amount: 30, askAt: null }],
  nextStep: "none",
  actions: ["reprint", "resend", "refund"],
  refundable: [
    { line: 1, poolId: "main", tickets: 10, amount: 10, first: 1, last: 10 },
    { line: 2, poolId: "main", tickets: 40, amount: 20, first: 11, last: 50 },
  ],
});
let server: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sentAt) });
  server = fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(ms = 0): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => vi.advanceTimersByTimeAsync(0));
}

async function show(order: TerminalOrder | null, language: "en" | "fr" = "en"): Promise<void> {
  server.answer(path, () => (order ? { body: { order } } : refusal("order-not-found", 404)));
  render(
    <NextIntlClientProvider
      locale={language}
      messages={language === "en" ? english : french}
      timeZone="America/Toronto"
    >
      <Queries>
        <ConnectionProvider>
          <OrderDetails instanceId="demo" orderId={orderId} draw={null} />
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
  await pass();
}

async function clickButton(name: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name }));
  await pass();
}

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const posts = () => server.calls.filter((call) => call.startsWith("POST"));

describe("the details of an order", () => {
  it("show who did what, by the names of the device and its operator", async () => {
    const entry = { at: sentAt, device: null, operator: null, detail: {} };
    const cash = { amountCents: 3000, givenCents: 5000, changeCents: 2000 };
    const history: TerminalOrder["history"] = [
      { ...entry, action: "placed", actor: "buyer" },
      { ...entry, action: "cash-taken", actor: "device", device: "Gate 3", operator: "Sam", detail: cash },
      { ...entry, action: "refund-done", actor: "system" },
    ];
    await show({ ...paid, history }, "fr");
    const { actions, actors } = french.terminalOrders.history;
    const shown = screen.getByRole("region", { name: french.terminalOrders.parts.history }).querySelectorAll("li");
    const texts = [...shown].map(({ textContent }) => textContent ?? "");
    expect(texts[0]).toContain(`${actions["refund-done"]}20\u00a0nov. à\u00a07\u00a0h · ${actors.system}`);
    expect(texts[1]).toMatch(/Gate 3 · Sam50,00\s\$ reçus, 20,00\s\$ de monnaie30,00\s\$/);
    expect(texts[2]).toContain(actors.buyer);
  });

  it("offer what the server allows, and nothing else", async () => {
    await show({ ...paid, actions: ["reprint"] });
    expect(buttons()).toEqual([english.terminal.refresh.button]);
    expect(screen.getByRole("link", { name: text.actions.reprint })).toBeTruthy();
    cleanup();
    await show(fakeTerminalOrder());
    const { steps } = text;
    expect(screen.getByRole("link", { name: steps.resume.button })).toBeTruthy();
    expect(buttons()).toEqual(["Take $10.00 in cash", steps.cancel.button, english.terminal.refresh.button]);
  });

  it.each([
    ["en", english],
    ["fr", french],
  ] as const)("wait for a buyer who is paying on the web, and offer nothing else, in %s", async (language, all) => {
    await show(fakeTerminalOrder({ seller: web, nextStep: "wait", actions: ["cash", "cancel"] }), language);
    const [told = ""] = all.terminalOrders.steps.wait.held.split(".");
    expect(screen.getByText((text) => text.startsWith(told))).toBeTruthy();
    const [cash, cancel] = screen.getAllByRole("button");
    expect(cash?.className).toBe(cancel?.className);
  });

  it("refund one line after a confirmation that names its amount", async () => {
    await show(paid);
    await clickButton(text.actions.refund);
    expect(document.activeElement?.textContent).toBe("Refund $30.00?");
    fireEvent.click(screen.getByRole("checkbox", { name: /11 to 50/ }));
    expect(screen.getByText("Refund $10.00?")).toBeTruthy();
    const refund = { amount: 10, state: "done" as const, lines: 1, isCash: true, requestedAt: sentAt, doneAt: sentAt };
    const left = { ...paid, refundable: paid.refundable.slice(1), refunds: [refund] };
    server.answer(path, () => ({ body: { order: left } }));
    await clickButton("Refund $10.00");
    expect(posts()).toEqual([`POST ${path}/refund`]);
    expect(server.bodies).toEqual([{ lines: [1] }]);
    expect(document.activeElement?.textContent).toContain("Refunded $10.00.");
    // One line is left, so there is no choice.
    await clickButton(text.actions.refund);
    expect(screen.getByText("Refund $20.00?")).toBeTruthy();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it.each(["en", "fr"] as const)("say why this tablet can't refund, and whom to ask (%s)", async (language) => {
    const { reasons, terminalOrders } = language === "en" ? english : french;
    for (const noRefund of ["refund-placed-elsewhere", "refund-too-late", "refund-after-winner"] as const) {
      await show({ ...paid, actions: ["reprint"], noRefund }, language);
      expect(screen.getByText(reasons[noRefund])).toBeTruthy();
      expect(reasons[noRefund]).toMatch(/Ask an administrator|Adressez-vous à l’administration/);
      expect(screen.queryByRole("button", { name: terminalOrders.actions.refund })).toBeNull();
      cleanup();
    }
  });

  it("refund what was confirmed line by line, and nothing if nothing is chosen", async () => {
    await show(paid);
    await clickButton(text.actions.refund);
    for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
    expect(screen.getByText(text.confirm.refund.nothing)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Refund $0.00" }).disabled).toBe(true);
    for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
    await clickButton("Refund $30.00");
    expect(server.bodies).toEqual([{ lines: [1, 2] }]);
  });

  it("show how often a receipt was reprinted, next to the button, and where it is sent", async () => {
    await show({ ...paid, reprints: 1 });
    const link = screen.getByRole("link", { name: text.actions.reprint });
    expect(link.getAttribute("href")).toBe(`/terminal/success?instanceId=demo&orderId=${orderId}`);
    expect(screen.getByText(/Reprinted once/)).toBeTruthy();
    expect(screen.getByText("We’ll send it to m•••@example.com.")).toBeTruthy();
  });

  it("explain a refusal in an operator's words, and reload", async () => {
    await show(fakeTerminalOrder());
    server.answer(`${path}/cancel`, () => refusal("order-being-paid", 409));
    const unknown = fakeTerminalOrder({ status: "unknown", nextStep: "ask-bank", actions: ["check"] });
    server.answer(path, () => ({ body: { order: unknown } }));
    await clickButton(text.steps.cancel.button);
    await clickButton(text.confirm.cancel.yes);
    expect(screen.getByText(text.refusals["order-being-paid"])).toBeTruthy();
    expect(screen.getByText(text.states.unknown.title)).toBeTruthy();
    expect(buttons()).toContain(text.steps["ask-bank"].button);
  });

  it("follow a payment automatically until the bank has answered", async () => {
    const sent = { sentAt, state: "asking" as const };
    await show(fakeTerminalOrder({ status: "unknown", lastPayment: sent, nextStep: "ask-bank", actions: ["check"] }));
    server.answer(path, () => ({ body: { order: paid } }));
    await pass(3100);
    expect(screen.getByText(text.states.finalized.text)).toBeTruthy();
  });

  it("show nothing of an order outside this tablet's draws, and where those are", async () => {
    await show(null);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(text.titles.details);
    expect(screen.getByText(text.refusals["order-not-found"])).toBeTruthy();
    const href = screen.getByRole("link", { name: text.titles.recent }).getAttribute("href");
    expect(href).toBe("/terminal/recent-orders?instanceId=demo");
  });
});
