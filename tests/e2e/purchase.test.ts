import { expect } from "playwright/test";
import { htmlLanguage, languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

const localeOf = { en: "en-CA", fr: "fr-CA" } as const;

/** The browser logs 402 and 409 as console errors. */
const refusals = [/status of (402|409)/];

async function openDraw(server: Server, overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return draw.id;
}

async function openPage({ pages, server }: Shop, language: Language, path: string, allow: RegExp[] = []) {
  const page = await pages.newPage({ locale: localeOf[language], allow });
  await page.goto(`${server.url}${pathIn(language, path)}`);
  return page;
}

async function captured(server: Server, orderId: string): Promise<{ cents: number; approved: number }> {
  const views = await Promise.all(["", "02", "03"].map((suffix) => ledger(server.sandboxUrl, orderId + suffix)));
  const approved = views.flatMap((view) => view.transactions).filter((transaction) => transaction.approved).length;
  return { cents: views.reduce((sum, view) => sum + view.totals.capturedCents, 0), approved };
}

function orderIdOf(url: string): string {
  return new URL(url).searchParams.get("orderId") ?? "";
}

for (const language of languages) {
  test.describe(`buying in ${language}`, () => {
    const { checkout, order, reasons, live } = words[language];

    test("an approved card ends with the numbers on the screen, and they survive a reload", async ({
      pages,
      server,
    }) => {
      const page = await openPage({ pages, server }, language, `/${await openDraw(server)}`);
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
      expect(await captured(server, orderIdOf(page.url()))).toEqual({ cents: 1000, approved: 1 });
      expect(await page.locator("html").getAttribute("lang")).toBe(htmlLanguage(language));
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      // When the next person on this device goes back, the form has no buyer details and no attestations.
      await page.goBack();
      await page.waitForLoadState("networkidle");
      expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("");
      for (const box of await page.getByRole("checkbox").all()) expect(await box.isChecked()).toBe(false);
    });

    test(
      "a declined card says so, and a second card pays the same order with one capture",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const page = await openPage({ pages, server }, language, `/${await openDraw(server)}`, refusals);
        await fillDetails(page, language);
        await fillCard(page, cards.declined);
        await payButton(page, language).click();
        await page.getByText(reasons.declined).waitFor();
        await fillCard(page);
        await payButton(page, language).click();
        await page.waitForURL(/\/success\?/);
        await page.getByText(order.states.confirmed.title).waitFor();
        expect(await captured(server, orderIdOf(page.url()))).toEqual({ cents: 1000, approved: 1 });
      },
    );

    test("a double click pays once", fullRunOnlyIn(language), async ({ pages, server }) => {
      const page = await openPage({ pages, server }, language, `/${await openDraw(server)}`);
      const calls: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/processPayment")) calls.push(request.url());
      });
      await fillDetails(page, language);
      await fillCard(page);
      await payButton(page, language).dblclick();
      await page.waitForURL(/\/success\?/);
      expect(calls.length).toBe(1);
      expect((await captured(server, orderIdOf(page.url()))).approved).toBe(1);
    });

    test("an incomplete form says what is missing and keeps what was typed", async ({ pages, server }) => {
      const page = await openPage({ pages, server }, language, `/${await openDraw(server)}`);
      await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
      await payButton(page, language).click();
      await page.getByText(checkout.missing.email).first().waitFor();
      await page.getByText(checkout.missing.rules).first().waitFor();
      expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("Rosalie Tremblay");
    });

    for (const [state, stop, overrides] of [
      ["upcoming", "draw-upcoming", { startDate: "2036-01-01T00:00:00Z", endDate: "2036-02-01T00:00:00Z" }],
      ["closed", "draw-closed", { startDate: "2020-01-01T00:00:00Z", endDate: "2020-02-01T00:00:00Z" }],
    ] as const) {
      test(`a draw that is ${state} says so and what to do`, fullRunOnlyIn(language), async ({ pages, server }) => {
        const page = await openPage({ pages, server }, language, `/${await openDraw(server, overrides)}`);
        await page.getByText(live.stops[stop].title).first().waitFor();
        expect(await payButton(page, language).isVisible()).toBe(false);
      });
    }

    test("a sold-out draw says so", fullRunOnlyIn(language), async ({ pages, server }) => {
      const id = await openDraw(server, { maxTickets: 3 });
      const buyer = createBuyer(server);
      const placed = await buyer.placeOrder({ instanceId: id });
      await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
      const page = await openPage({ pages, server }, language, `/${id}`);
      await page.getByText(live.stops["sold-out"].title).first().waitFor();
    });

    test("an unknown draw says that the page doesn't exist", fullRunOnlyIn(language), async ({ pages, server }) => {
      const page = await openPage({ pages, server }, language, "/no-such-draw", [/status of 404/]);
      await page.getByRole("heading", { name: words[language].errorScreen.heading }).waitFor();
      await page
        .getByRole("button", { name: words[language].errorScreen.goHome })
        .or(page.getByRole("link", { name: words[language].errorScreen.goHome }))
        .waitFor();
    });

    test(
      "a card script that fails to load says so, and a retry fixes it",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const failure = words[language].reasons["card-script-failed"];
        const page = await pages.newPage({
          locale: localeOf[language],
          allow: [/customcheckout/, /Custom Checkout/, /ERR_FAILED/],
        });
        let isBlocked = true;
        await page.route("**/customcheckout.js", (route) => (isBlocked ? route.abort() : route.continue()));
        await page.goto(`${server.url}${pathIn(language, `/${await openDraw(server)}`)}`);
        await page.getByLabel(checkout.email, { exact: true }).click();
        await page.getByText(failure).waitFor();
        isBlocked = false;
        await page.getByRole("button", { name: checkout.retry }).click();
        await fillDetails(page, language);
        await fillCard(page);
        await payButton(page, language).click();
        await page.waitForURL(/\/success\?/);
      },
    );
  });
}

test.describe("an unfinished order", () => {
  const { checkout, order, reasons } = words.en;

  test("is found after a reload and in another tab, and is paid there once", async ({ pages, server }) => {
    const page = await openPage({ pages, server }, "en", `/${await openDraw(server)}`, refusals);
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
    expect((await captured(server, orderIdOf(page.url()))).approved).toBe(1);
  });

  test("says so when it has expired, and keeps the choice for a new one", async ({ pages, server }) => {
    const id = await openDraw(server);
    const { order: placed } = (await createBuyer(server).placeOrder({ instanceId: id })).body;
    await createBuyer(server).call("POST", `/api/orders/${id}/${placed.orderId}/cancel`);
    const page = await openPage({ pages, server }, "en", `/order/${id}/${placed.orderId}`);
    await page.getByText(order.states.cancelled.title).first().waitFor();
    await page.getByRole("link", { name: order.buyAgain }).waitFor();
  });
});
