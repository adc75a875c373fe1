import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { appleButton, authorizeSheet, expectNumbers, getSheet } from "@/tests/support/browser/browse-sheet";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { holdScripts } from "@/tests/support/browser/hold-requests";
import type { Line } from "@/tests/support/calls/buyer";
import { createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

const localeOf = { en: "en-CA", fr: "fr-CA" } as const;
const titles = {
  raffle: { en: "Cottage Raffle", fr: "Tombola du chalet" },
  cash: { en: "Cash on the Side", fr: "La petite cagnotte" },
  jacket: { en: "Jacket Draw", fr: "Tirage du gilet" },
  gone: { en: "Canoe Draw", fr: "Tirage du canot" },
  whole: { en: "The Whole Lot", fr: "Le grand tout" },
};

/** Second draws are required, limited (to more than a buyer may hold), or past their cut-off. */
function raffle(cashTickets: number | null = 200): Partial<DrawInput> {
  const second = { type: "Prize raffle" as const, ticketPackageInfo: [{ id: "j1", tickets: 1, price: 2.5 }] };
  return {
    type: "Prize raffle",
    title: titles.raffle,
    ticketPriceInfo: [],
    ticketPools: [
      { id: "classic", title: "Classic", ticketPriceInfo: [{ id: "c3", tickets: 3, price: 60, highlighted: true }] },
      { id: "crew", title: "Crew", ticketPriceInfo: [{ id: "c8", tickets: 8, price: 120 }] },
    ],
    secondDraws: [
      { ...second, id: "gone", title: titles.gone, cutOffDate: "2026-01-01T00:00:00Z" },
      {
        id: "cash",
        type: "5050 Cash",
        title: titles.cash,
        license: "CASH-LICENCE-7",
        ticketPackageInfo: [{ id: "h5", tickets: 5, price: 10 }],
        maxTickets: cashTickets,
        maxTicketPayout: 15,
        settings: { priority: 5 },
      },
      {
        ...second,
        id: "jacket",
        title: titles.jacket,
        license: "JACKET-LICENCE-8",
        ticketPackageInfo: [
          { id: "j1", tickets: 1, price: 2.5 },
          { id: "j5", tickets: 5, price: 5 },
        ],
        settings: { priority: 9, mandatoryPurchase: true },
      },
    ],
    bundles: [
      {
        id: "whole",
        title: titles.whole,
        items: [
          { poolId: "main", packageId: "c8", quantity: 1, price: 110.05 },
          { poolId: "cash", packageId: "h5", quantity: 2, price: 17.1 },
          { poolId: "jacket", packageId: "j5", quantity: 1, price: 4.6 },
        ],
      },
    ],
    // Without polling, the page learns of sales only when it loads and after a refusal.
    additionalOptions: { recentPurchases_refreshRate: 600_000 },
  };
}

async function openRaffle(
  { pages, server }: Shop,
  language: Language,
  overrides: Partial<DrawInput> = raffle(),
  allow: RegExp[] = [],
) {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  const page = await pages.newPage({ locale: localeOf[language], allow });
  const liveAnswer = page.waitForResponse((response) => response.url().endsWith(`/api/draws/${draw.id}/live`));
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  await liveAnswer;
  await page.locator("summary", { hasText: titles.jacket[language] }).waitFor();
  return { page, drawId: draw.id };
}

function box(page: Page, language: Language, pool: keyof typeof titles) {
  return page.getByRole("group", { name: titles[pool][language], exact: false }).first();
}

async function unfold(page: Page, language: Language, pool: "cash" | "jacket"): Promise<void> {
  await expect(box(page, language, pool)).toBeHidden();
  await page.locator("summary", { hasText: titles[pool][language] }).click();
}

async function textOf(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).replace(/[\s\u00a0\u202f]+/g, " ");
}

async function payWithCard(page: Page, language: Language): Promise<void> {
  await fillDetails(page, language);
  await fillCard(page);
  await payButton(page, language).click();
}

async function confirmed(server: Server, page: Page, language: Language) {
  await page.waitForURL(/\/success\?/);
  await page.getByText(words[language].order.states.confirmed.title).waitFor();
  const query = new URL(page.url()).searchParams;
  const locator = { instanceId: query.get("instanceId") ?? "", orderId: query.get("orderId") ?? "" };
  const { order } = (await createBuyer(server).readOrder(locator)).body;
  const { totals } = await ledger(server.sandboxUrl, locator.orderId);
  return { order, capturedCents: totals.capturedCents };
}

async function buyElsewhere(server: Server, drawId: string, lines: Line[]): Promise<void> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: drawId, lines })).body;
  const paid = await buyer.pay(order, await tokenFor(server.sandboxUrl));
  expect(paid.status).toBe(200);
}

const jacket = { poolId: "jacket", packageId: "j1", quantity: 1 };
const cash = (quantity: number) => ({ poolId: "cash", packageId: "h5", quantity });
const three = { poolId: "main", packageId: "c3", quantity: 1 };

for (const language of languages) {
  test.describe(`a raffle in ${language}`, () => {
    const { checkout, order: orderWords } = words[language];

    test(
      "sells a bundle and shows the numbers of every draw with its licence",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openRaffle({ pages, server }, language);
        await page.locator('input[value="bundles:whole"]').check();
        const included = checkout.addOnIncluded.split("{")[0] ?? "";
        for (const pool of ["cash", "jacket"] as const) {
          await page.locator("summary", { hasText: titles[pool][language] }).getByText(included).waitFor();
          await unfold(page, language, pool);
          await box(page, language, pool).waitFor();
          expect(await box(page, language, pool).getByRole("radio").count()).toBe(0);
        }
        await payWithCard(page, language);
        const { order, capturedCents } = await confirmed(server, page, language);
        expect(capturedCents).toBe(13_175);
        expect(order.numbers.map(({ poolId, first, last }) => [poolId, first, last])).toEqual([
          ["main", 1, 8],
          ["cash", 1, 10],
          ["jacket", 1, 5],
        ]);
        const text = await textOf(page);
        for (const expected of ["CASH-LICENCE-7", "JACKET-LICENCE-8", titles.cash[language], titles.jacket[language]]) {
          expect(text).toContain(expected);
        }
        expect(text).toContain(titles.whole[language]);
        expect(text).toContain(language === "en" ? "$131.75" : "131,75 $");
      },
    );

    test("sells a package with a mandatory and an optional second draw, in order of priority", async ({
      pages,
      server,
    }) => {
      const { page } = await openRaffle({ pages, server }, language);
      const order = [titles.jacket, titles.cash].map((title) => title[language]);
      const lines = await page.locator("summary", { hasText: new RegExp(order.join("|")) }).allTextContents();
      expect(lines.map((line) => order.findIndex((title) => line.startsWith(title)))).toEqual([0, 1]);
      // Each draw is listed once. The closed one isn't part of the order.
      const others = await page.locator("[aria-labelledby='second-draws'] h3").allInnerTexts();
      expect(others).toEqual([titles.gone[language]]);
      expect(await page.locator("#checkout").innerText()).not.toContain(titles.gone[language]);
      await unfold(page, language, "jacket");
      await box(page, language, "jacket").getByRole("radio").last().check();
      await unfold(page, language, "cash");
      await box(page, language, "cash").getByRole("radio").last().check();
      const more = box(page, language, "cash").getByRole("button", { name: checkout.more });
      await more.click();
      await more.click();
      // An order may have 15, in steps of five, so another press changes nothing.
      expect(await more.getAttribute("aria-disabled")).toBe("true");
      await more.press("Enter");
      await payWithCard(page, language);
      const { order: paid, capturedCents } = await confirmed(server, page, language);
      expect(capturedCents).toBe(6000 + 500 + 3000);
      expect(paid.lines.map(({ poolId, tickets }) => [poolId, tickets])).toEqual([
        ["main", 3],
        ["cash", 15],
        ["jacket", 5],
      ]);
    });

    test(
      "includes the mandatory second draw from the start, lets the buyer change its package, and charges what it shows",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openRaffle({ pages, server }, language);
        const own = box(page, language, "jacket");
        const total = page.locator(".large-sum");
        const line = page.locator("summary", { hasText: titles.jacket[language] });
        await expect(line).toContainText(`${checkout.addOnRequired} · `);
        await expect(line).toContainText(language === "en" ? "1 ticket · $2.50" : /1 billet · 2,50\s\$/);
        await unfold(page, language, "jacket");
        expect(await own.getByRole("radio").first().isChecked()).toBe(true);
        await expect(total).toContainText(language === "en" ? "$62.50" : "62,50");
        await own.getByRole("radio").last().check();
        await expect(total).toContainText(language === "en" ? "$65.00" : "65,00");
        await own.getByRole("radio").first().check();
        await payWithCard(page, language);
        expect((await confirmed(server, page, language)).capturedCents).toBe(6250);
      },
    );

    test(
      "shows the mandatory second draw in the Apple Pay sheet, and sells in two taps",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openRaffle({ pages, server }, language);
        await appleButton(page, language).click();
        await expect(getSheet(page)).toContainText(titles.jacket[language]);
        await authorizeSheet(page, language);
        await expectNumbers(page, server, language, 6250);
      },
    );

    test(
      "says which draw sold out while the page was open, and sells the rest",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page, drawId } = await openRaffle({ pages, server }, language, raffle(10), [/status of 409/]);
        await unfold(page, language, "cash");
        await box(page, language, "cash").getByRole("radio").last().check();
        await fillDetails(page, language);
        await fillCard(page);
        await buyElsewhere(server, drawId, [three, cash(2), jacket]);
        await payButton(page, language).click();
        await page.getByText(words[language].reasons["second-draw-full"]).waitFor();
        await box(page, language, "cash").getByText(checkout.addOnStates["sold-out"]).waitFor();
        await payButton(page, language).click();
        const { order, capturedCents } = await confirmed(server, page, language);
        expect(capturedCents).toBe(6250);
        expect(order.numbers.map(({ poolId, first, last }) => [poolId, first, last])).toEqual([
          ["main", 4, 6],
          ["jacket", 2, 2],
        ]);
        expect(await textOf(page)).toContain(orderWords.yourNumbers);
      },
    );
  });
}

test("sells packages of a further group, which are folded until they are asked for", async ({ pages, server }) => {
  const { page } = await openRaffle({ pages, server }, "en");
  const eight = page.locator('input[value="packages:c8"]');
  await expect(eight).toBeHidden();
  await page.locator("summary", { hasText: words.en.checkout.moreOffers }).click();
  await eight.check();
  await page.getByRole("button", { name: "Pay $122.50" }).waitFor();
  await page.reload();
  await expect(eight).toBeChecked();
  await expect(eight).toBeVisible();
});

test("opens a second draw that was unfolded before the page's script loaded, as soon as it has", async ({
  pages,
  server,
}) => {
  const draw = drawWith(raffle());
  await importDraw(server, draw);
  const page = await pages.newPage();
  const release = await holdScripts(page);
  await page.goto(`${server.url}/${draw.id}`, { waitUntil: "commit" });
  await unfold(page, "en", "cash");
  release();
  await box(page, "en", "cash").getByRole("radio").last().check();
  // The script computes $60 for three tickets, $10 for the second draw and $2.50 for the required one.
  await page.getByRole("button", { name: "Pay $72.50" }).waitFor();
  expect(await box(page, "en", "cash").getByRole("radio").last().isChecked()).toBe(true);
});
