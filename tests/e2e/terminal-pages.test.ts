import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { demoDraws } from "@/scripts/demo/draws";
import { holdAtTerminal, openTerminal, sellForCash } from "@/tests/support/browser/browse-terminal";
import type { Shop } from "@/tests/support/browser/browser-test";
import { serverTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import type { DrawInput } from "@/tests/support/draws/draw";
import { fullRunOnly } from "@/tests/support/runner/tier";
import { startServer } from "@/tests/support/servers/server";

const test = serverTest(async (use) => {
  const server = await startServer();
  const draws = demoDraws(new Date()) as DrawInput[];
  for (const draw of draws.filter(({ id }) => id === drawId || id === raffleId)) await importDraw(server, draw);
  await use(server);
  await server.stop();
});
const longest = "W".repeat(80);
const drawId = "demo5050";
const raffleId = "demo-raffle";
const buyer = { name: "Marie-Ève Beauséjour-Tremblay", email: "marie-eve@example.test", province: "ON" };
const forty = { instanceId: drawId, lines: [{ poolId: "main", packageId: "p40", quantity: 1 }], body: { buyer } };

/** In mm. */
async function printedPages(page: Page): Promise<{ width: number; height: number }[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return [...file.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => {
    const inMm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
    return { width: inMm(width), height: inMm(height) };
  });
}

const ofTwoDraws = {
  instanceId: raffleId,
  lines: [
    { poolId: "main", packageId: "c3", quantity: 1 },
    { poolId: "lifejacket", packageId: "j1", quantity: 1 },
  ],
};

async function openReceipt(
  { pages, server }: Shop,
  device: RegisteredDevice,
  language: Language,
  sale: Pick<typeof forty, "instanceId" | "lines"> = forty,
): Promise<Page> {
  const { instanceId, lines } = sale;
  const { orderId } = await sellForCash(device, { instanceId, lines, body: { buyer, locale: language } });
  const path = `/terminal/success?${new URLSearchParams({ instanceId, orderId })}`;
  const page = await openTerminal(pages, { server, device, language, path });
  await page.locator("#receipt-paper").waitFor();
  return page;
}

test.describe("a terminal with names of the maximum length", () => {
  for (const [width, tier] of [
    [390, fullRunOnly],
    [360, {}],
  ] as const) {
    test(`never scrolls sideways, ${width} wide`, tier, async ({ pages, server }) => {
      test.setTimeout(120_000);
      const device = await registerDevice(server, { name: longest, operator: longest });
      const held = await holdAtTerminal(device, forty);
      const sold = await sellForCash(device, forty);
      const order = (name: string, orderId: string) => `/terminal/${name}?instanceId=${drawId}&orderId=${orderId}`;
      const paths = [
        "/terminal",
        `/terminal/${drawId}`,
        `/terminal/recent-orders?instanceId=${drawId}`,
        `/terminal/unfinalized-orders?instanceId=${drawId}`,
        order("order-details", held.orderId),
        order("order-details", sold.orderId),
        order("success", sold.orderId),
        "/terminal/register",
      ];
      const viewport = { width, height: 800 };
      const page = await openTerminal(pages, { server, device, language: "en", path: "/terminal" }, { viewport });
      for (const path of paths) {
        await page.goto(server.url + path);
        await page.getByRole("banner").getByText(longest).first().waitFor();
        await page.waitForLoadState("networkidle");
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
      }
    });
  }
});

for (const language of languages) {
  test(`a phone's screen begins with what it sells after few words, in ${language}`, async ({ pages, server }) => {
    const { terminal } = words[language];
    const device = await registerDevice(server);
    await sellForCash(device, forty);
    const page = await openTerminal(pages, { server, device, language, path: "/terminal" });
    const today = page.getByRole("region", { name: terminal.today.caption });
    const orders = today.locator("summary").getByText(terminal.today.ordersName);
    // Text for screen readers is one pixel wide.
    await expect.poll(async () => (await orders.boundingBox())?.width ?? 0).toBeGreaterThan(20);
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const tile = page.getByRole("article").first();
    const heading = page.getByRole("heading", { level: 1, name: terminal.home.title });
    expect((await topOf(tile)) - (await topOf(heading))).toBeLessThanOrEqual(170);
    expect(await topOf(tile.getByRole("link", { name: terminal.home.sell }))).toBeLessThanOrEqual(
      (page.viewportSize()?.height ?? 0) / 2,
    );
    const lists = [terminal.home.recent, terminal.home.unfinalized].map((name) => tile.getByRole("link", { name }));
    const small = lists.reduce(
      (all, list) => all.or(list),
      page.getByRole("button", { name: terminal.refresh.button }),
    );
    expect(await small.count()).toBe(3);
    for (const target of await small.all()) {
      const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
}

for (const language of languages) {
  test.describe(`a browser that isn't a device, in ${language}`, () => {
    test("gets no dead links, and one that leads to the terminal", async ({ pages, server }) => {
      const { terminal, guards } = words[language];
      const page = await pages.newPage({ locale: `${language}-CA`, allow: [/status of 40[14]/] });
      await page.goto(server.url + pathIn(language, "/terminal"));
      await page.getByText(terminal.refused["device-required"].how).waitFor();
      expect(await page.locator('a[href$="/terminal/register"]').count()).toBe(0);
      expect((await page.goto(server.url + pathIn(language, "/terminal/register")))?.status()).toBe(404);
      await page.getByRole("link", { name: guards.terminal }).click();
      await page.getByText(terminal.refused["device-required"].how).waitFor();
    });
  });
}

for (const language of languages) {
  test.describe(`a receipt, in ${language}`, { tag: "@tablet" }, () => {
    for (const [what, sale, printer, width, maxMm] of [
      ["one package", forty, "80mm", 80, 149],
      ["one package", forty, "58mm", 58, 180],
      ["two draws", ofTwoDraws, "80mm", 80, 149],
      ["two draws", ofTwoDraws, "58mm", 58, 200],
    ] as const) {
      test(`fits on one page of a roll, ${maxMm} mm at most: ${what}, ${printer}`, async ({ pages, server }) => {
        const page = await openReceipt({ pages, server }, await registerDevice(server, { printer }), language, sale);
        // The page learns the device's roll width a moment after it loads.
        await expect.poll(async () => (await printedPages(page))[0]?.width, { timeout: 20_000 }).toBe(width);
        const sheets = await printedPages(page);
        expect(sheets).toEqual([{ width, height: expect.any(Number) }]);
        expect(sheets[0]?.height).toBeLessThanOrEqual(maxMm);
      });
    }

    test("fits on one sheet where there is no roll", async ({ pages, server }) => {
      const page = await openReceipt({ pages, server }, await registerDevice(server, { printer: "browser" }), language);
      expect(await printedPages(page)).toHaveLength(1);
    });
  });
}
