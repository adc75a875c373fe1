import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserForFile } from "@/tests/support/browser";
import { cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const browser = browserForFile();
let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const languages: Language[] = ["en", "fr"];
const localeOf = { en: "en-CA", fr: "fr-CA" } as const;

/** The browser reports answers of 402 and 409 as console errors; here they are what is being tested. */
const refusals = [/status of (402|409)/];

async function openDraw(overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return draw.id;
}

async function openPage(language: Language, path: string, allow: RegExp[] = []) {
  const page = await browser.newPage({ locale: localeOf[language], allow });
  await page.goto(`${server.url}${pathIn(language, path)}`);
  return page;
}

/** What the gateway took for the order of the page's address; in cents, with the attempts that were approved. */
async function captured(orderId: string): Promise<{ cents: number; approved: number }> {
  const views = await Promise.all(["", "02", "03"].map((suffix) => ledger(server.sandboxUrl, orderId + suffix)));
  const approved = views.flatMap((view) => view.transactions).filter((transaction) => transaction.approved).length;
  return { cents: views.reduce((sum, view) => sum + view.totals.capturedCents, 0), approved };
}

function orderIdOf(url: string): string {
  return new URL(url).searchParams.get("orderId") ?? "";
}

describe.each(languages)("buying in %s", (language) => {
  const { checkout, order, reasons, live } = words[language];

  it("an approved card ends with the numbers on the screen, and they survive a reload", async () => {
    const page = await openPage(language, `/${await openDraw()}`);
    await fillDetails(page, language);
    await fillCard(page);
    await payButton(page, language).click();
    await page.waitForURL(/\/success\?/);
    await page.getByText(order.states.confirmed.title).waitFor();
    await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
    const main = page.getByRole("main");
    await expect.poll(async () => (await main.innerText()).replace(/\s+/g, " ")).toMatch(/\b1\b.*\b10\b/);
    await page.reload();
    await page.getByText(order.states.confirmed.title).waitFor();
    expect(await captured(orderIdOf(page.url()))).toEqual({ cents: 1000, approved: 1 });
    expect(await page.locator("html").getAttribute("lang")).toBe(`${language}-CA`);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    // Whoever has the device next and goes back finds nothing of this buyer, and nothing declared for them.
    await page.goBack();
    await page.waitForLoadState("networkidle");
    expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("");
    for (const box of await page.getByRole("checkbox").all()) expect(await box.isChecked()).toBe(false);
  });

  it("a declined card says so, and a second card pays the same order with one capture", async () => {
    const page = await openPage(language, `/${await openDraw()}`, refusals);
    await fillDetails(page, language);
    await fillCard(page, cards.declined);
    await payButton(page, language).click();
    await page.getByText(reasons.declined).waitFor();
    await fillCard(page);
    await payButton(page, language).click();
    await page.waitForURL(/\/success\?/);
    await page.getByText(order.states.confirmed.title).waitFor();
    expect(await captured(orderIdOf(page.url()))).toEqual({ cents: 1000, approved: 1 });
  });

  it("a double click pays once", async () => {
    const page = await openPage(language, `/${await openDraw()}`);
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/processPayment")) calls.push(request.url());
    });
    await fillDetails(page, language);
    await fillCard(page);
    await payButton(page, language).dblclick();
    await page.waitForURL(/\/success\?/);
    expect(calls.length).toBe(1);
    expect((await captured(orderIdOf(page.url()))).approved).toBe(1);
  });

  it("a form that is not complete says what is missing and keeps what was typed", async () => {
    const page = await openPage(language, `/${await openDraw()}`);
    await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
    await payButton(page, language).click();
    await page.getByText(checkout.missing.email).first().waitFor();
    await page.getByText(checkout.missing.rules).first().waitFor();
    expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("Rosalie Tremblay");
  });

  it.each([
    ["upcoming", "draw-upcoming", { startDate: "2036-01-01T00:00:00Z", endDate: "2036-02-01T00:00:00Z" }],
    ["closed", "draw-closed", { startDate: "2020-01-01T00:00:00Z", endDate: "2020-02-01T00:00:00Z" }],
  ] as const)("a draw that is %s says so and what to do", async (_name, stop, overrides) => {
    const page = await openPage(language, `/${await openDraw(overrides)}`);
    await page.getByText(live.stops[stop].title).first().waitFor();
    expect(await payButton(page, language).isVisible()).toBe(false);
  });

  it("a draw that is sold out says so", async () => {
    const id = await openDraw({ maxTickets: 3 });
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId: id });
    await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
    const page = await openPage(language, `/${id}`);
    await page.getByText(live.stops["sold-out"].title).first().waitFor();
  });

  it("an unknown draw says that the page is not there", async () => {
    const page = await openPage(language, "/no-such-draw", [/status of 404/]);
    await page.getByRole("heading", { name: words[language].errorScreen.heading }).waitFor();
    await page
      .getByRole("button", { name: words[language].errorScreen.goHome })
      .or(page.getByRole("link", { name: words[language].errorScreen.goHome }))
      .waitFor();
  });

  it("a card script that does not load says so, and a retry mends it", async () => {
    const failure = words[language].reasons["card-script-failed"];
    const page = await browser.newPage({
      locale: localeOf[language],
      allow: [/customcheckout/, /Custom Checkout/, /ERR_FAILED/],
    });
    let isBlocked = true;
    await page.route("**/customcheckout.js", (route) => (isBlocked ? route.abort() : route.continue()));
    await page.goto(`${server.url}${pathIn(language, `/${await openDraw()}`)}`);
    await page.getByLabel(checkout.email, { exact: true }).click();
    await page.getByText(failure).waitFor();
    isBlocked = false;
    await page.getByRole("button", { name: checkout.retry }).click();
    await fillDetails(page, language);
    await fillCard(page);
    await payButton(page, language).click();
    await page.waitForURL(/\/success\?/);
  });
});

describe("an order that is not finished", () => {
  const { checkout, order, reasons } = words.en;

  it("is found again by a reload and by another tab, and paid there once", async () => {
    const page = await openPage("en", `/${await openDraw()}`, refusals);
    await fillDetails(page, "en");
    await fillCard(page, cards.declined);
    await payButton(page, "en").click();
    await page.getByText(reasons.declined).waitFor();
    await page.reload();
    const held = checkout.heldTitle.split("{")[0] ?? "";
    await page.getByText(held).waitFor();
    await fillCard(page);
    await payButton(page, "en").click();
    await page.waitForURL(/\/success\?/);
    expect((await captured(orderIdOf(page.url()))).approved).toBe(1);
  });

  it("that has expired says so, and the choice is kept for a new one", async () => {
    const id = await openDraw();
    const { order: placed } = (await createBuyer(server).placeOrder({ instanceId: id })).body;
    await createBuyer(server).call("POST", `/api/orders/${id}/${placed.orderId}/cancel`);
    const page = await openPage("en", `/order/${id}/${placed.orderId}`);
    await page.getByText(order.states.cancelled.title).first().waitFor();
    await page.getByRole("link", { name: order.buyAgain }).waitFor();
  });
});
