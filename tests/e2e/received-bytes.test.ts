import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { demoDraw } from "@/scripts/demo/draws";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import type { Server } from "@/tests/support/servers/server";

/** Compressed bytes until the buyer can press Pay: the measured figure plus one percent. */
const maxBytes = 372_000;

type ByteCounts = { total: number; by: Record<string, number> };

/** Counts bytes from our own host, without the charity's pictures. */
async function countBytes(page: Page, ours: string): Promise<ByteCounts> {
  const received: ByteCounts = { total: 0, by: {} };
  const types = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    const { origin, pathname } = new URL(response.url);
    if (origin === ours && !pathname.startsWith("/demo/")) types.set(requestId, type);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (!type) return;
    received.total += encodedDataLength;
    received.by[type] = (received.by[type] ?? 0) + encodedDataLength;
  });
  await session.send("Network.enable");
  return received;
}

/** What a page loads seconds later, such as the watch for updates, isn't needed to press Pay. */
async function holdLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: start } = window;
    const startShort = (run: () => void, ms = 0, ...rest: []) => (ms < 3000 ? start(run, ms, ...rest) : 0);
    window.setTimeout = startShort as typeof window.setTimeout;
  });
}

/** Fills in the form, so that everything for a card payment has loaded. */
async function fillForm(page: Page, server: Server): Promise<string> {
  const draw = { ...demoDraw("demo5050", new Date()), id: "received-bytes" };
  await importDraw(server, draw as never);
  const url = `${server.url}/${draw.id}`;
  await page.goto(url);
  await fillDetails(page, "en");
  await fillCard(page);
  await page.waitForLoadState("networkidle");
  return url;
}

test("a phone receives no more than it may until it can press Pay, and a page more would be too much", async ({
  pages,
  server,
}) => {
  const page = await pages.newPage();
  await holdLongTimers(page);
  const received = await countBytes(page, new URL(server.url).origin);
  const url = await fillForm(page, server);
  expect(Object.keys(received.by)).toEqual(expect.arrayContaining(["Document", "Font", "Script", "Stylesheet"]));
  expect(received.total, JSON.stringify(received.by)).toBeLessThanOrEqual(maxBytes);
  await page.evaluate((again) => fetch(again, { cache: "reload" }).then((answer) => answer.text()), `${url}?again`);
  await expect.poll(() => received.total).toBeGreaterThan(maxBytes);
});
