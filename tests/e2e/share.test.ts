import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { orderUrl } from "@/tests/support/browser/browse-order";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { viewports } from "@/tests/support/browser/open-pages";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

async function openDraw(server: Server, overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith({ jackpotTotal: 5000, ...overrides });
  await importDraw(server, draw);
  return draw.id;
}

async function buy(server: Server, instanceId: string, packages: readonly string[] = ["three"]): Promise<OrderLocator> {
  const buyer = createBuyer(server);
  const lines = packages.map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
  const { order } = (await buyer.placeOrder({ instanceId, lines })).body;
  expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  return { instanceId, orderId: order.orderId };
}

/** When the outcome has the focus, the script has run. */
async function openSuccess(page: Page, server: Server, language: Language, order: OrderLocator): Promise<void> {
  await page.goto(`${server.url}${pathIn(language, "/success")}?${new URLSearchParams(order)}`);
  await expect(page.locator("#order-state")).toBeFocused();
}

/** The poster has the ticket first, then the code with its text, then the small print. */
function posterOf(page: Page) {
  const sheet = page.getByRole("article");
  const parts = sheet.locator("> div");
  return { sheet, ticket: parts.first(), words: parts.nth(1).locator("> div"), small: parts.last() };
}

/** Code width in px, and the margin in modules. Readers need four. */
async function printedCode(page: Page, code: Locator): Promise<{ width: number; quiet: number }> {
  const { sheet, words: text, small } = posterOf(page);
  const boxes = [code, text, small, sheet.locator("> p > span")];
  const [own, beside, under, over] = await Promise.all(boxes.map((one) => one.boundingBox()));
  if (!own || !beside || !under || !over) throw new Error("The poster lacks a part.");
  const modules = Number((await code.getAttribute("viewBox"))?.split(" ")[2]);
  const space = Math.min(beside.x - own.x - own.width, under.y - own.y - own.height, own.y - over.y - over.height);
  return { width: own.width, quiet: Math.round((space / own.width) * modules) };
}

/** Text margins in mm, and the smallest text in points. */
async function printedWords(page: Page): Promise<{ margins: number[]; points: number }> {
  const { sheet } = posterOf(page);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 };
  const [paper, title] = [await boxOf(sheet), await boxOf(sheet.locator(".poster-title"))];
  const left = title.x - paper.x;
  const margins = [left, paper.width - title.width - left].map((px) => Math.round((px / 96) * 25.4));
  const sizes = await sheet
    .getByText(/\S/)
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  return { margins, points: Math.min(...sizes) * 0.75 };
}

/** Insets of texts from the left edge; for the stub, from the right. */
async function ticketInsets(page: Page): Promise<number[]> {
  const { ticket } = posterOf(page);
  const wordsOf = (part: string) =>
    ticket.locator(part).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    });
  const box = await ticket.boundingBox();
  if (!box) throw new Error("The poster has no ticket.");
  const stub = "> div:last-child";
  const starts = await Promise.all(["> div:first-child > p > span", `${stub} > p:first-child`].map(wordsOf));
  const { right } = await wordsOf(`${stub} > p:last-child`);
  return [...starts.map(({ left }) => left - box.x), box.x + box.width - right].map(Math.round);
}

async function noteShares(page: Page): Promise<() => Promise<{ url: string; title: string }[]>> {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", { value: async (data: ShareData) => void shared.push(data) });
  });
  return () => page.evaluate(() => (window as never as { shared: { url: string; title: string }[] }).shared);
}

async function openBought({ pages, server }: Shop, language: Language, overrides: Parameters<typeof drawWith>[0] = {}) {
  const page = await pages.newPage({ locale: `${language}-CA` });
  const shares = await noteShares(page);
  const bought = await buy(server, await openDraw(server, overrides));
  await openSuccess(page, server, language, bought);
  return { page, bought, shares };
}

async function pagesOf(page: Page, format: "Letter" | "A4" = "Letter"): Promise<number> {
  const file = (await page.pdf({ format })).toString("latin1");
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

for (const language of languages) {
  const { checkout, order, share, receipt } = words[language];

  test.describe(`after a purchase in ${language}`, () => {
    test(
      "the draw is shared but never the order, its date can be added to a calendar, and buying again starts with an empty form",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page, bought, shares } = await openBought({ pages, server }, language);
        const url = `${server.url}${pathIn(language, `/${bought.instanceId}`)}`;
        await page.getByRole("button", { name: share.share }).click();
        await expect.poll(async () => (await shares()).map(({ url }) => url)).toEqual([url]);
        expect(JSON.stringify(await shares())).not.toContain(bought.orderId);
        const calendar = await page.getByRole("link", { name: order.calendar }).getAttribute("href");
        expect((await (await fetch(`${server.url}${calendar}`)).text()).includes("BEGIN:VEVENT")).toBe(true);
        const raisedText = order.raised
          .split(/\{\w+\}/)
          .reduce((longest, part) => (part.length > longest.length ? part : longest));
        await page.getByText(raisedText.trim()).waitFor();
        await page.getByRole("link", { name: order.buyMore }).click();
        await page.waitForURL(`${url}#checkout`);
        await page.getByRole("switch", { name: checkout.remember.wish }).waitFor();
        expect(await page.getByLabel(checkout.email, { exact: true }).inputValue()).toBe("");
      },
    );

    test(
      "the small print is folded on screen, and available to screen readers and in print",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openBought({ pages, server }, language);
        const list = page.locator("dl").last();
        const height = () => list.evaluate((element) => element.parentElement?.getBoundingClientRect().height ?? 0);
        expect(await height()).toBeLessThan(3);
        expect(await page.getByRole("main").ariaSnapshot()).toContain("RAF0000000");
        await page.getByText(order.receiptDetails, { exact: true }).click();
        expect(await height()).toBeGreaterThan(200);
        await page.getByText(order.receiptDetails, { exact: true }).click();
        await page.emulateMedia({ media: "print" });
        expect(await height()).toBeGreaterThan(100);
        expect(await page.getByText(receipt.validationNumber).isVisible()).toBe(true);
      },
    );

    test("the first print is the receipt on a single sheet, the second a reprint", async ({ pages, server }) => {
      const address = { line1: "12 Lantern Street", city: "Toronto" };
      const { page, bought } = await openBought({ pages, server }, language, { organizationAddress: address });
      const mark = page.getByText(new RegExp(`^${receipt.reprint}`));
      await page.emulateMedia({ media: "print" });
      await expect(mark).toHaveCount(0);
      expect(await pagesOf(page)).toBe(1);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      expect(await mark.isVisible()).toBe(true);
      expect(await pagesOf(page)).toBe(1);
      await page.goto(orderUrl(server, language, bought));
      await page.emulateMedia({ media: "print" });
      expect(await mark.isVisible()).toBe(true);
    });
  });

  test(
    `a draw's page in ${language} can be shared from its lower part, and links to its poster until sales end`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const id = await openDraw(server);
      const page = await pages.newPage({ locale: `${language}-CA` });
      const shares = await noteShares(page);
      const url = `${server.url}${pathIn(language, `/${id}`)}`;
      await page.goto(url);
      // Share links work once the bar is visible.
      await page.getByRole("region", { name: checkout.bar.label }).waitFor();
      await page.getByRole("link", { name: share.share }).click();
      await expect.poll(async () => (await shares()).map(({ url }) => url)).toEqual([url]);
      await page.getByRole("link", { name: share.poster }).click();
      await page.waitForURL(`${url}/poster`);
      const code = page.getByRole("img", { name: share.sheet.scan });
      await code.waitFor();
      await page.getByText(share.sheet.from.split("{")[0] ?? "").waitFor();
      expect([await pagesOf(page), await pagesOf(page, "A4")]).toEqual([1, 1]);
      await page.emulateMedia({ media: "print" });
      // The size of letter paper.
      await page.setViewportSize({ width: 816, height: 1056 });
      const { width, quiet } = await printedCode(page, code);
      expect((width / 96) * 25.4).toBeGreaterThanOrEqual(70);
      expect(quiet).toBeGreaterThanOrEqual(4);
      const { margins, points } = await printedWords(page);
      expect(margins).toEqual([10, 10]);
      expect(points).toBeGreaterThanOrEqual(9);
      expect(new Set(await ticketInsets(page)).size).toBe(1);
      await page.emulateMedia({ media: null });
      await adminCall(server, "POST", `/api/admin/draws/${id}/close`);
      await page.goto(url);
      await page.getByRole("link", { name: share.share }).waitFor();
      await expect(page.getByRole("link", { name: share.poster })).toHaveCount(0);
      // The old page is served once more while the new one is rendered.
      await expect(async () => {
        await page.goto(`${url}/poster`);
        await expect(page.getByRole("img", { name: share.sheet.scanOver })).toBeVisible({ timeout: 1000 });
      }).toPass();
      expect(await pagesOf(page)).toBe(1);
    },
  );
}

test("an order of hundreds of tickets in many lines stays readable, without sideways scrolling", async ({
  pages,
  server,
}) => {
  const packages = Array.from({ length: 14 }, (_, at) => ({ id: `p${at}`, tickets: 40 + at, price: 5 + at }));
  const id = await openDraw(server, { ticketPriceInfo: packages });
  const bought = await buy(
    server,
    id,
    packages.map((one) => one.id),
  );
  const page = await pages.newPage({ viewport: viewports.phone });
  await openSuccess(page, server, "en", bought);
  await page.getByRole("heading", { name: words.en.order.yourNumbers }).waitFor();
  const [width, height] = await page.evaluate(() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    document.querySelector('[aria-labelledby="numbers"] ul')?.getBoundingClientRect().height ?? 0,
  ]);
  expect(width).toBe(0);
  expect(height).toBeLessThan(700);
});
