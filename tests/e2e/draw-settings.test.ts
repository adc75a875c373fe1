import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";

const { checkout, draw: drawWords, order } = words.en;

async function openDraw(server: Server, overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return `${server.url}/${draw.id}`;
}

function dotsOf(page: Page): Promise<number> {
  return page.locator("canvas[data-confetti]").evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return [...data].filter((value, at) => at % 4 === 3 && value > 0).length;
  });
}

async function buy(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await fillDetails(page, "en");
  await fillCard(page);
  await payButton(page, "en").click();
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
}

test("confetti falls for a new purchase, and not again after a reload", async ({ pages, server }) => {
  const page = await pages.newPage();
  await buy(page, await openDraw(server));
  await expect.poll(() => dotsOf(page)).toBeGreaterThan(0);
  await page.reload();
  await page.getByText(order.states.confirmed.title).waitFor();
  await page.waitForTimeout(700);
  expect(await dotsOf(page)).toBe(0);
});

test("no confetti falls for a visitor who prefers reduced motion, or for a draw without it", async ({
  pages,
  server,
}) => {
  const calm = await pages.newPage({ reducedMotion: true });
  await buy(calm, await openDraw(server));
  await calm.waitForTimeout(700);
  expect(await dotsOf(calm)).toBe(0);
  const plain = await pages.newPage();
  await buy(plain, await openDraw(server, { additionalOptions: { enableFireworks: false } }));
  expect(await plain.locator("canvas[data-confetti]").count()).toBe(0);
});

test("packages turn into a plain list with large targets, and the browser remembers it", async ({ pages, server }) => {
  const page = await pages.newPage();
  const url = await openDraw(server);
  await page.goto(url);
  await page.getByRole("button", { name: checkout.plainList }).click();
  const rows = page.locator("#checkout-choice label");
  // The other list's rows stay for a moment.
  const lowest = () => rows.evaluateAll((all) => Math.min(...all.map((row) => row.getBoundingClientRect().height)));
  await expect.poll(lowest).toBeGreaterThanOrEqual(72);
  expect(await rows.count()).toBeGreaterThan(1);
  const last = page.getByRole("radio").and(page.locator("[name=choice]")).last();
  await last.check();
  await page.reload();
  await page.getByRole("button", { name: checkout.fullList }).waitFor();
  expect((await last.boundingBox())?.width).toBeGreaterThanOrEqual(28);
});

/** Replaces Meta's library and records what it could read. */
const pixelLibrary = `
  const seen = { at: location.href, from: document.referrer, cookie: document.cookie, calls: window.fbq.queue };
  try { seen.parent = parent.document.title } catch { seen.parent = null }
  new Image().src = "https://www.facebook.com/tr?seen=" + encodeURIComponent(JSON.stringify(seen));`;

test("a draw's pixel loads for visitors who allow it, and can't read the page", async ({ pages, server }) => {
  const page = await pages.newPage();
  const requests: string[] = [];
  await page.context().route(/facebook/, (route) => {
    requests.push(route.request().url());
    return route.request().resourceType() === "script"
      ? route.fulfill({ contentType: "text/javascript", body: pixelLibrary })
      : route.fulfill({ contentType: "image/gif", body: "" });
  });
  const url = await openDraw(server, { pixelId: "123456789012345" });
  await page.goto(`${url}?title=Secret`);
  await page.getByRole("button", { name: drawWords.pixel.decline, exact: true }).click();
  await page.reload();
  await page.getByText(drawWords.pixel.declined).waitFor();
  expect(requests).toEqual([]);
  await page.getByRole("button", { name: drawWords.pixel.change }).click();
  await page.getByRole("button", { name: drawWords.pixel.accept, exact: true }).click();
  await expect.poll(() => requests.length).toBe(2);
  const visible = JSON.parse(new URL(requests[1] ?? "").searchParams.get("seen") ?? "{}");
  expect(visible).toMatchObject({ at: `${server.url}/pixel.html#123456789012345`, from: "", cookie: "", parent: null });
  expect(JSON.stringify(visible.calls)).toContain("PageView");
  // Consent doesn't cover another organization's pixel.
  await page.goto(await openDraw(server, { pixelId: "543210987654321" }));
  await page.getByRole("button", { name: drawWords.pixel.accept, exact: true }).waitFor();
  expect(requests).toHaveLength(2);
});

test("Global Privacy Control counts as a refusal: nobody is asked and nothing loads", async ({ pages, server }) => {
  const page = await pages.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const url = await openDraw(server, { pixelId: "123456789012345" });
  await page.goto(url);
  await page.getByRole("button", { name: drawWords.pixel.accept, exact: true }).waitFor();
  await page.evaluate(() => localStorage.setItem("tirage-visit-counting-123456789012345", "allowed"));
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  expect(await page.getByText(drawWords.pixel.title).count()).toBe(0);
  expect(requests.filter((url) => /pixel\.html|facebook/.test(url))).toEqual([]);
});
