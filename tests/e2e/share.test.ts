import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { viewports } from "@/tests/support/browser";
import { serverTest } from "@/tests/support/browser-test";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { pathIn, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";

const test = serverTest();

async function openDraw(server: Server, overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith({ jackpotTotal: 5000, ...overrides });
  await importDraw(server, draw);
  return draw.id;
}

/** An order that was just paid. */
async function buy(server: Server, instanceId: string, packages: readonly string[] = ["three"]): Promise<string> {
  const buyer = createBuyer(server);
  const lines = packages.map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
  const { order } = (await buyer.placeOrder({ instanceId, lines })).body;
  expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  return order.orderId;
}

function successOf(server: Server, language: Language, drawId: string, orderId: string): string {
  return `${server.url}${pathIn(language, "/success")}?instanceId=${drawId}&orderId=${orderId}`;
}

/** Has the page's sheet for sharing note what it was given. */
async function noteShares(page: Page): Promise<() => Promise<{ url: string; title: string }[]>> {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", { value: async (data: ShareData) => void shared.push(data) });
  });
  return () => page.evaluate(() => (window as never as { shared: { url: string; title: string }[] }).shared);
}

async function pagesOf(page: Page): Promise<number> {
  const file = (await page.pdf({ format: "Letter" })).toString("latin1");
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

for (const language of languages) {
  const { order, share, receipt } = words[language];

  test.describe(`after a purchase in ${language}`, () => {
    test("the draw is shared but never the order, its date can be added to a calendar, and buying again starts with an empty form", async ({
      pages,
      server,
    }) => {
      const id = await openDraw(server);
      const page = await pages.newPage({ locale: `${language}-CA` });
      const shares = await noteShares(page);
      const orderId = await buy(server, id);
      await page.goto(successOf(server, language, id, orderId));
      const address = `${server.url}${pathIn(language, `/${id}`)}`;
      await page.getByRole("button", { name: share.share }).click();
      await expect.poll(async () => (await shares()).map(({ url }) => url)).toEqual([address]);
      expect(JSON.stringify(await shares())).not.toContain(orderId);
      const calendar = await page.getByRole("link", { name: order.calendar }).getAttribute("href");
      expect((await (await fetch(`${server.url}${calendar}`)).text()).includes("BEGIN:VEVENT")).toBe(true);
      const said = order.raised.split(/\{\w+\}/).find((words) => words.length > 2) ?? "";
      await page.getByText(said.trim()).waitFor();
      await page.getByRole("link", { name: order.buyMore }).click();
      await page.waitForURL(`${address}#checkout`);
      expect(await page.getByLabel(words[language].checkout.email, { exact: true }).inputValue()).toBe("");
    });

    test("the small print is folded on screen, and available to screen readers and in print", async ({
      pages,
      server,
    }) => {
      const id = await openDraw(server);
      const page = await pages.newPage({ locale: `${language}-CA` });
      await page.goto(successOf(server, language, id, await buy(server, id)));
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
    });

    test("the first print is the receipt on a single sheet, the second a reprint", async ({ pages, server }) => {
      const id = await openDraw(server, { organizationAddress: { line1: "12 Lantern Street", city: "Toronto" } });
      const page = await pages.newPage({ locale: `${language}-CA` });
      const orderId = await buy(server, id);
      await page.goto(successOf(server, language, id, orderId));
      await page.getByRole("heading", { name: order.states.confirmed.title }).waitFor();
      await page.waitForLoadState("networkidle");
      const mark = page.getByText(new RegExp(`^${receipt.reprint}`));
      await page.emulateMedia({ media: "print" });
      expect(await mark.count()).toBe(0);
      expect(await pagesOf(page)).toBe(1);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      expect(await mark.isVisible()).toBe(true);
      expect(await pagesOf(page)).toBe(1);
      await page.goto(`${server.url}${pathIn(language, `/order/${id}/${orderId}`)}`);
      await page.emulateMedia({ media: "print" });
      expect(await mark.isVisible()).toBe(true);
    });
  });

  test(`a draw's page in ${language} can be shared from its lower part, and links to its poster`, async ({
    pages,
    server,
  }) => {
    const id = await openDraw(server);
    const page = await pages.newPage({ locale: `${language}-CA` });
    const shares = await noteShares(page);
    const address = `${server.url}${pathIn(language, `/${id}`)}`;
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await page.getByRole("link", { name: share.share }).click();
    await expect.poll(async () => (await shares()).map(({ url }) => url)).toEqual([address]);
    await page.getByRole("link", { name: share.poster }).click();
    await page.waitForURL(`${address}/poster`);
    await page.getByRole("img", { name: share.sheet.scan }).waitFor();
    expect(await pagesOf(page)).toBe(1);
  });
}

test("an order of hundreds of tickets in many lines stays readable, without sideways scrolling", async ({
  pages,
  server,
}) => {
  const packages = Array.from({ length: 14 }, (_, at) => ({ id: `p${at}`, tickets: 40 + at, price: 5 + at }));
  const id = await openDraw(server, { ticketPriceInfo: packages });
  const orderId = await buy(
    server,
    id,
    packages.map((one) => one.id),
  );
  const page = await pages.newPage({ viewport: viewports.phone });
  await page.goto(successOf(server, "en", id, orderId));
  await page.getByRole("heading", { name: words.en.order.yourNumbers }).waitFor();
  const [width, height] = await page.evaluate(() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    document.querySelector('[aria-labelledby="numbers"] ul')?.getBoundingClientRect().height ?? 0,
  ]);
  expect(width).toBe(0);
  expect(height).toBeLessThan(700);
});
