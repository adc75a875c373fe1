// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { Queries } from "@/components/ui/queries";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { fakeRow, fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import { OrderList } from "./order-list";

const path = "/api/terminal/orders";
const text = english.terminalOrders;
let server: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z") });
  server = fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** React's last render may start timers of its own. */
async function pass(ms = 0): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => vi.advanceTimersByTimeAsync(0));
}

function answerWith(orders: TerminalOrderRow[], nextCursor: string | null = null, listsOthers = true): void {
  server.answer(path, () => ({ body: { orders, nextCursor, listsOthers } }));
}

async function show(
  status: "recent" | "unfinalized",
  language: "en" | "fr" = "en",
  timeZone = "America/Toronto",
): Promise<void> {
  const messages = language === "en" ? english : french;
  render(
    <NextIntlClientProvider locale={language} messages={messages} timeZone="America/Toronto">
      <Queries>
        <ConnectionProvider>
          <ZoneProvider zone={{ timeZone }}>
            <OrderList instanceId="demo" status={status} title="Arena 50/50" timeZone={timeZone} />
          </ZoneProvider>
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
  await pass();
}

describe("the list of recent orders", () => {
  it("shows code, time, buyer, amount, state in words and operator, in both languages", async () => {
    const buyer = { name: "Marie Tremblay", maskedEmail: "m•••@example.com", maskedPhone: null };
    answerWith([fakeRow({ status: "finalized", method: "cash", buyer, amount: 1234.5, nextStep: "none" })]);
    await show("recent", "fr");
    const row = within(screen.getByRole("list")).getByRole("listitem").textContent ?? "";
    for (const shown of [
      "MH1",
      "7\u00a0h",
      "Marie Tremblay",
      "1\u00a0234,50\u00a0$",
      "Payée",
      "Cette tablette · Sam",
    ]) {
      expect(row).toContain(shown);
    }
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "MH1" });
    expect(link.getAttribute("href")).toBe(
      "/fr/terminal/order-details?instanceId=demo&orderId=0123456789ABCDEFGHJKMNPQRS",
    );
  });

  it("uses one clock, the draw's, and says which", async () => {
    answerWith([fakeRow({ placedAt: "2026-11-20T12:00:00Z" })]);
    await show("recent", "en", "America/Halifax");
    expect(within(screen.getByRole("list")).getByRole("listitem").textContent).toMatch(/8:00\sa\.m\./);
    expect(screen.getByText(/^Updated /).textContent).toMatch(/8:00\s+a\.m\. AST$/);
  });

  it.each([
    ["en", english],
    ["fr", french],
  ] as const)("shows that a paid order was partially refunded, in %s", async (language, { terminalOrders }) => {
    answerWith([fakeRow({ status: "finalized", method: "cash", nextStep: "none", isPartlyRefunded: true })]);
    await show("recent", language);
    expect(screen.getByText(terminalOrders.states.partly.title)).toBeTruthy();
    expect(screen.queryByText(terminalOrders.states.finalized.title)).toBeNull();
  });

  it("searches once typing stops, and shows what was found", async () => {
    answerWith([fakeRow()]);
    await show("recent");
    server.calls.length = 0;
    const box = screen.getByRole("searchbox", { name: text.search.label });
    for (const typed of ["m", "mh", "mh1 "]) fireEvent.change(box, { target: { value: typed } });
    await pass(400);
    expect(server.calls).toEqual([`POST ${path}`]);
    expect(server.bodies.at(-1)).toEqual({ instanceId: "demo", status: "recent", q: "mh1" });
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("1 order found");
    answerWith([]);
    fireEvent.change(box, { target: { value: "nobody" } });
    await pass(400);
    expect(screen.getByText(text.empty.search)).toBeTruthy();
  });

  it("opens page after page, and keeps them open on automatic refresh", async () => {
    const second = fakeRow({ orderId: "1123456789ABCDEFGHJKMNPQRS", orderCode: "MH2" });
    server.answer(path, ({ searchParams }) => {
      const body = searchParams.get("cursor")
        ? { orders: [second], nextCursor: null }
        : { orders: [fakeRow()], nextCursor: "c" };
      return { body };
    });
    await show("recent");
    fireEvent.click(screen.getByRole("button", { name: text.more }));
    await pass();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: text.more })).toBeNull();
    await pass(10_100);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("says if there are no orders, and says under its own heading that the tablet isn't registered", async () => {
    answerWith([]);
    await show("recent");
    expect(screen.getByText(text.empty.recent)).toBeTruthy();
    server.answer(path, () => refusal("device-required", 401));
    await pass(10_100);
    expect(screen.getByRole("alert").textContent).toContain(english.terminal.refused["device-required"].title);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(text.titles.recent);
  });

  it("says why it was refused, and keeps its contents while the server doesn't answer", async () => {
    answerWith([fakeRow()]);
    await show("recent");
    server.isSilent = true;
    await pass(10_100);
    expect(screen.getByText("MH1")).toBeTruthy();
    server.isSilent = false;
    server.answer(path, () => refusal("draw-not-found", 404));
    await pass(10_100);
    expect(screen.getByRole("alert").textContent).toContain(text.refusals["draw-not-found"]);
  });
});

describe("the list of unfinalized orders", () => {
  const steps = [
    ["resume", text.steps.resume.button],
    ["take-cash", "Take $10.00 in cash"],
    ["ask-bank", text.steps["ask-bank"].button],
    ["cancel", text.steps.cancel.button],
    ["complete-device", text.steps["complete-device"].button],
  ] as const;

  it.each(steps)("offers one step: %s", async (nextStep, name) => {
    answerWith([fakeRow({ nextStep })]);
    await show("unfinalized");
    const article = screen.getByRole("article", { name: /MH1/ });
    const ways = [...within(article).queryAllByRole("button"), ...within(article).queryAllByRole("link")];
    expect(ways.map(({ textContent }) => textContent)).toEqual([name, "Details MH1"]);
    // A time of day already ends with a period: "7:15 p.m."
    expect(article.textContent).not.toContain("..");
  });

  it.each([
    ["reserved", "en", null, /paid by 7:15/],
    ["reserved", "fr", null, /d’ici 7 h 15/],
    ["paying", "en", "2026-11-20T12:00:30Z", /has until 7:00:30\sa\.m\. to respond/],
    ["paying", "fr", "2026-11-20T12:00:30Z", /a jusqu’à 7 h 00 min 30 s pour répondre/],
  ] as const)("says how long to wait: %s in %s", async (status, language, answerBy, text) => {
    answerWith([fakeRow({ status, answerBy, nextStep: "wait" })]);
    await show("unfinalized", language);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  it("resumes at the URL that carries the order in its fragment", async () => {
    answerWith([fakeRow()]);
    await show("unfinalized");
    const link = screen.getByRole("link", { name: text.steps.resume.button });
    expect(link.getAttribute("href")).toBe("/terminal/demo#order=0123456789ABCDEFGHJKMNPQRS");
  });

  it("takes cash once however often it is tapped, reports it and moves the focus there", async () => {
    answerWith([fakeRow({ nextStep: "take-cash" })]);
    await show("unfinalized");
    const paid = fakeTerminalOrder({ status: "finalized", nextStep: "none", actions: [] });
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    server.answer(`${path}/demo`, async () => {
      await told;
      return { body: { order: paid } };
    });
    fireEvent.click(screen.getByRole("button", { name: "Take $10.00 in cash" }));
    expect(document.activeElement?.textContent).toBe("Do you have $10.00 in cash?");
    const yes = screen.getByRole("button", { name: "Yes, I have $10.00" });
    fireEvent.click(yes);
    fireEvent.click(yes);
    answerWith([]);
    tell();
    await pass();
    const posts = server.calls.filter((call) => call.startsWith("POST"));
    expect(posts).toEqual([`POST ${path}/demo/0123456789ABCDEFGHJKMNPQRS/cash`]);
    expect(document.activeElement?.getAttribute("role")).toBe("status");
    expect(document.activeElement?.textContent).toContain("Paid: $10.00 in cash");
    expect(screen.getByText(text.empty.unfinalized)).toBeTruthy();
  });

  it("cancels nothing if declined, and returns the focus", async () => {
    answerWith([fakeRow({ nextStep: "cancel" })]);
    await show("unfinalized");
    fireEvent.click(screen.getByRole("button", { name: text.steps.cancel.button }));
    fireEvent.click(screen.getByRole("button", { name: text.confirm.cancel.no }));
    expect(document.activeElement?.textContent).toBe(text.steps.cancel.button);
    expect(server.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  it("says that the outcome of an unanswered call is unknown", async () => {
    answerWith([fakeRow({ nextStep: "ask-bank", status: "unknown" })]);
    await show("unfinalized");
    server.isSilent = true;
    fireEvent.click(screen.getByRole("button", { name: text.steps["ask-bank"].button }));
    await pass();
    expect(screen.getByText(text.refusals.unreachable)).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: text.steps["ask-bank"].button });
    expect(button.disabled).toBe(true);
  });
});
