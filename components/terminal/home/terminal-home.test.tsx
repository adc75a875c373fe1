// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeviceProvider } from "@/components/terminal/device/device-provider";
import { ConnectionProvider } from "@/components/terminal/shell/connection-provider";
import { TerminalHeader } from "@/components/terminal/terminal-header";
import { Queries } from "@/components/ui/queries";
import type { DeviceDetails } from "@/lib/terminal/device/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork, refusal } from "@/tests/support/views/fake-network";
import { fakeRow } from "@/tests/support/views/fake-terminal-order";
import { fakeTerminalDraw } from "@/tests/support/views/terminal-draw";
import { TerminalHome } from "./terminal-home";

const now = new Date("2026-11-20T15:00:00Z");
const details: DeviceDetails = { name: "Gate 3", operator: "Sam", printer: "browser", active: true, allocated: true };
const summary = {
  instanceId: "open",
  day: "2026-11-20",
  methods: [
    { method: "cash", orders: 3, amount: 60, refunded: 20 },
    { method: "card", orders: 1, amount: 0.3, refunded: 0 },
  ],
};
let server: FakeNetwork;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now });
  server = fakeNetwork();
  const draws = [
    fakeTerminalDraw("open", now, -2, 2),
    fakeTerminalDraw("later", now, 5, 9),
    fakeTerminalDraw("past", now, -90, -50),
  ];
  server.answer("/api/terminal/draws", () => ({ body: { draws } }));
  server.answer("/api/terminal/summary", () => ({ body: { summaries: [summary] } }));
  server.answer("/api/terminal/sales", () => ({ body: { orders: [] } }));
  registeredAs(details);
});

afterEach(() => {
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads this one
  document.cookie = "5050ng-deviceId=; Path=/; Max-Age=0";
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function registeredAs(deviceDetails: Partial<DeviceDetails>): void {
  const allocation = { deviceId: "D1", parentId: "demo-parent", locationId: "demo-gate", deviceDetails };
  server.answer("/api/terminal/allocation", () => ({ body: { allocation } }));
}

async function pass(ms = 0): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => vi.advanceTimersByTimeAsync(0));
}

async function show(language: "en" | "fr" = "en"): Promise<void> {
  render(
    <NextIntlClientProvider
      locale={language}
      messages={language === "en" ? english : french}
      timeZone="America/Toronto"
    >
      <Queries>
        <ConnectionProvider>
          <DeviceProvider>
            <TerminalHeader place="home" />
            <TerminalHome />
          </DeviceProvider>
        </ConnectionProvider>
      </Queries>
    </NextIntlClientProvider>,
  );
  await pass();
  await pass();
}

const { draws: onSale, othersLabel } = english.terminal.home;

const titlesIn = (name: string) =>
  within(screen.getByRole("region", { name }))
    .queryAllByRole("article")
    .map((article) => within(article).getByRole("heading").textContent);

describe("the home page of a terminal", () => {
  it("shows which device this is, who works with it and where", async () => {
    await show("fr");
    const header = screen.getByRole("banner").textContent;
    expect(header).toContain("Gate 3");
    expect(header).toContain("Préposé\u00a0: Sam");
    const { location, printer } = french.terminal.home;
    const detailText = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect(detailText(location)).toBe(`${location} Demo gate`);
    expect(detailText(printer)).toBe(`${printer} ${french.registration.printers.browser}`);
  });

  it("shows what it can sell now, and folds what it can't with the ways to its orders", async () => {
    await show();
    expect(titlesIn(onSale)).toEqual(["Draw open"]);
    expect(titlesIn(othersLabel)).toEqual(["Draw later", "Draw past"]);
    const detailsElement = screen.getByText("Not on sale (2)").closest("details");
    expect(detailsElement?.open).toBe(false);
    const links = within(detailsElement as HTMLElement).getAllByRole("link", { name: english.terminal.home.recent });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      ["later", "past"].map((id) => `/terminal/recent-orders?instanceId=${id}`),
    );
  });

  it("says that nothing can be sold, and lists no other draws where there are none", async () => {
    server.answer("/api/terminal/draws", () => ({ body: { draws: [] } }));
    await show("fr");
    expect(screen.getByText("Rien à vendre pour le moment.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: french.terminal.home.othersLabel })).toBeNull();
  });

  it.each([
    ["en", english, "A red canoe"],
    ["fr", french, "Un canot rouge"],
  ] as const)("calls a prize an estimate only while it is one: %s", async (language, text, canoe) => {
    const winner = { poolId: "main", prizeType: "Grand Prize", number: 7, drawnAt: now.toISOString() };
    const prizes = { "Grand Prize": [{ description: { en: "A red canoe", fr: "Un canot rouge" } }] };
    const draws = [
      fakeTerminalDraw("open", now, -2, 2),
      fakeTerminalDraw("drawn", now, -2, 2, { winners: [winner] }),
      fakeTerminalDraw("raffle", now, -2, 2, { type: "Prize raffle", prizes }),
    ];
    server.answer("/api/terminal/draws", () => ({ body: { draws } }));
    await show(language);
    const getText = (id: string) => screen.getByRole("article", { name: `Draw ${id}` }).textContent;
    const { prizeWords, prizeTypes } = text.draw;
    expect(getText("open")).toContain(prizeWords.estimated);
    expect(getText("drawn")).toContain(prizeWords.won);
    expect(getText("raffle")).toContain(`${prizeTypes["Grand Prize"]} ${canoe}`);
    for (const id of ["drawn", "raffle"]) expect(getText(id)).not.toContain(prizeWords.estimated);
  });

  it("says why a draw that is open can't be sold, as the list of draws does", async () => {
    const { draw, live } = fakeTerminalDraw("held", now, -2, 2);
    const draws = [{ draw, live: { ...live, salesOpen: false, reason: "all-held" } }];
    server.answer("/api/terminal/draws", () => ({ body: { draws } }));
    await show("en");
    const tile = within(screen.getByRole("article", { name: "Draw held" }));
    expect(tile.getByText(english.live.stops["all-held"].title)).toBeTruthy();
  });

  it("marks a test after its name", async () => {
    const draws = [fakeTerminalDraw("open", now, -2, 2, { isTestDraw: true })];
    server.answer("/api/terminal/draws", () => ({ body: { draws } }));
    await show("fr");
    expect(titlesIn(french.terminal.home.draws)).toEqual(["Draw open ESSAI"]);
  });

  it("marks words of a draw that are in another language", async () => {
    const prizes = { "Grand Prize": [{ description: { en: "A red canoe" } }] };
    const told = { type: "Prize raffle", title: { en: "Lake raffle" }, organization: { en: "Lake Club" }, prizes };
    const draw = fakeTerminalDraw("lake", now, -2, 2, told);
    server.answer("/api/terminal/draws", () => ({ body: { draws: [draw] } }));
    await show("fr");
    const languages = ["Lake raffle", "Lake Club", "A red canoe"].map((text) => screen.getByText(text).lang);
    expect(languages).toEqual(["en-US", "en-US", "en-US"]);
  });

  const totals = () =>
    within(screen.getByRole("table"))
      .getAllByRole("row")
      .map(({ textContent }) => textContent);

  it("adds up today's sales and refunds by method, and what remains, with one call for all draws", async () => {
    await show();
    expect(totals()).toEqual([
      "CollectedRefundedNet",
      "Cash3 orders$60.00$20.00$40.00",
      "Card1 order$0.30–$0.30",
      "Total4 orders$60.30$20.00$40.30",
    ]);
    expect(server.calls.filter((call) => call.includes("summary"))).toEqual(["GET /api/terminal/summary"]);
  });

  it("adds up several draws by method, and shows each of them apart", async () => {
    const summaries = [summary, { ...summary, instanceId: "past" }, { ...summary, instanceId: "later", methods: [] }];
    server.answer("/api/terminal/summary", () => ({ body: { summaries } }));
    await show();
    const { caption, byDraw } = english.terminal.today;
    const region = within(screen.getByRole("region", { name: caption }));
    const [all, ...each] = region.getAllByRole("table").map(({ textContent }) => textContent);
    expect(all).toContain("Total8 orders$120.60$40.00$80.60");
    expect(each).toEqual(Array(2).fill(expect.stringContaining("Total4 orders$60.30$20.00$40.30")));
    const detailsElement = region.getByText(byDraw).closest("details");
    expect(detailsElement?.open).toBe(false);
    const names = within(detailsElement as HTMLElement).getAllByRole("heading");
    expect(names.map(({ textContent }) => textContent)).toEqual([caption, byDraw, "Draw open", "Draw past"]);
  });

  it("shows what remains of today's money above all that it can sell", async () => {
    await show();
    const region = screen.getByRole("region", { name: english.terminal.today.caption });
    const summaryLine = region.querySelector("summary");
    expect(summaryLine?.textContent).toBe("Today on this tabletOrders 4Cash $40.00Card $0.30Total $40.30");
    const tile = screen.getByRole("article", { name: "Draw open" });
    expect(region.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("says by the draw's clock that its sales close today, and of another the date", async () => {
    const draws = [fakeTerminalDraw("open", now, -2, 48), fakeTerminalDraw("today", now, -2, 7)];
    server.answer("/api/terminal/draws", () => ({ body: { draws } }));
    await show();
    const getStateElement = (id: string) =>
      screen.getByRole("article", { name: `Draw ${id}` }).querySelector(".draw-state");
    expect(getStateElement("today")?.textContent).toMatch(/^Sales close today at 5:00\sp\.m\.\sEST$/);
    expect(getStateElement("open")?.textContent).toMatch(/^Sales close Nov\s22/);
  });

  it("names the tablet in the title of its tab", async () => {
    await show();
    expect(document.title).toBe("Gate 3 - Terminal");
  });

  it("says in the row of a draw what was sold of it today", async () => {
    await show();
    expect(screen.getByRole("article", { name: "Draw open" }).textContent).toContain(
      "Today: 4\u00a0orders\u00a0· $40.30",
    );
  });

  it("lists the last sales of this tablet with what became of them, and leads to each", async () => {
    const paid = { status: "finalized" as const, method: "cash" as const, finalizedAt: "2026-11-20T14:05:00Z" };
    const orders = [
      fakeRow({ ...paid, instanceId: "open", orderId: "ONE", orderCode: "A1", tickets: 40, amount: 20 }),
      fakeRow({ ...paid, instanceId: "open", orderId: "TWO", orderCode: "A2", status: "refunded" }),
    ];
    server.answer("/api/terminal/sales", () => ({ body: { orders } }));
    await show();
    const region = within(screen.getByRole("region", { name: english.terminal.home.sales }));
    const [first, second] = region.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(first).toMatch(/^A19:05\sa\.m\. · 40 tickets · Cash\$20\.00$/);
    expect(second).toContain(english.terminalOrders.states.refunded.title);
    const links = region.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["ONE", "TWO"].map((id) => `/terminal/order-details?instanceId=open&orderId=${id}`));
  });

  it("keeps its totals if they can't be read again, and shows when they were read", async () => {
    await show();
    const before = totals();
    const readAt = () => screen.getByText(/^Updated /).textContent;
    const first = readAt();
    server.answer("/api/terminal/summary", () => refusal("service-unavailable", 503));
    server.answer("/api/terminal/draws", () => ({ body: { draws: [fakeTerminalDraw("open", now, -2, 2)] } }));
    await pass(60_000);
    expect(totals()).toEqual(before);
    expect(titlesIn(onSale)).toEqual(["Draw open"]);
    expect(readAt()).toBe(first);
    server.answer("/api/terminal/summary", () => ({ body: { summaries: [{ ...summary, methods: [] }] } }));
    await pass(20_000);
    expect(screen.getByText(english.terminal.today.none)).toBeTruthy();
    // The time is in the draws' zone, and says so.
    expect(readAt()).toMatch(/10:01\sa\.m\. EST$/);
  });

  it("sells if sales are open, and only with a complete registration and a reachable server", async () => {
    await show();
    const sell = () => screen.queryAllByRole("link", { name: `${english.terminal.home.sell} Draw open` });
    expect(sell().map((link) => link.getAttribute("href"))).toEqual(["/terminal/open"]);
    server.isSilent = true;
    await pass(6000);
    expect(sell()).toEqual([]);
    server.isSilent = false;
    await pass(3000);
    expect(sell()).toHaveLength(1);
  });

  it("says what a partial registration lacks and where to complete it", async () => {
    registeredAs({ ...details, name: "", operator: "", printer: "" });
    await show();
    const header = screen.getByRole("banner").textContent;
    expect(header).toContain(english.terminal.device.unnamed);
    expect(header).not.toContain(english.terminal.device.none);
    cleanup();
    registeredAs({ ...details, operator: "", printer: "" });
    await show();
    expect(screen.getByText("To start selling, add the operator and the printer.")).toBeTruthy();
    const link = screen.getByRole("link", { name: english.terminal.partial.complete });
    expect(link.getAttribute("href")).toBe("/terminal/register");
    expect(screen.queryByRole("link", { name: `${english.terminal.home.sell} Draw open` })).toBeNull();
    expect(titlesIn(onSale)).toEqual(["Draw open"]);
  });

  it.each(["device-required", "device-revoked"] as const)(
    "reports what happened and reads nothing: %s",
    async (reason) => {
      server.answer("/api/terminal/allocation", () => refusal(reason, 401));
      await show();
      expect(screen.getByRole("alert").textContent).toContain(english.terminal.refused[reason].title);
      expect(server.calls).toEqual(["GET /api/terminal/allocation"]);
    },
  );

  it("links to registration only where that page is available without a registration link", async () => {
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    const links = () => [...document.querySelectorAll('a[href="/terminal/register"]')].length;
    await show();
    expect(links()).toBe(0);
    cleanup();
    // biome-ignore lint/suspicious/noDocumentCookie: the page reads this one
    document.cookie = "5050ng-deviceId=D1; Path=/";
    await show();
    expect(links()).toBe(2);
  });

  it("offers the colour mode where there is no page of this tablet, which has it", async () => {
    server.answer("/api/terminal/allocation", () => refusal("device-required", 401));
    const modes = () => screen.queryAllByRole("group", { name: english.theme.label }).length;
    await show();
    expect(modes()).toBe(1);
    cleanup();
    // biome-ignore lint/suspicious/noDocumentCookie: the page reads this one
    document.cookie = "5050ng-deviceId=D1; Path=/";
    await show();
    expect(modes()).toBe(0);
  });
});
