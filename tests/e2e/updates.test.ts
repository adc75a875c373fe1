import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { holdRequests } from "@/tests/support/browser/hold-requests";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";

/** Expected console errors for a missing chunk. */
const lost = [/status of 404/, /Refused to execute script/, /ChunkLoadError/];
const { checkout, order, reasons } = words.en;

/**
 * Stops the clock but not the timers, because pages reload at most once in ten seconds, and a slow machine takes
 * longer.
 */
function stopClock(page: Page): Promise<void> {
  return page.clock.setFixedTime(new Date());
}

/** From now on, the server reports another build. */
async function updateServer(page: Page): Promise<void> {
  await page.route("**/builds/latest.json", (route) => route.fulfill({ json: { id: "another", timestamp: 2 } }));
}

async function missChunk(page: Page): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.src = "/_next/static/chunks/gone.js";
    document.head.append(script);
  });
}

/** Changes of the history by scripts don't count. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test("a chunk that is gone after an update reloads the page once, and the basket stays", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage({ allow: lost });
  await stopClock(page);
  await page.goto(`${server.url}/${draw.id}`);
  await fillDetails(page, "en");
  // The page's scripts have run and handle a missing chunk.
  await page.getByRole("region", { name: checkout.bar.label }).waitFor();
  const loads = countLoads(page);
  await updateServer(page);
  const reloaded = page.waitForEvent("load");
  await missChunk(page);
  await reloaded;
  await expect(page.getByLabel(checkout.name, { exact: true })).toHaveValue("Rosalie Tremblay");
  await page.getByRole("region", { name: checkout.bar.label }).waitFor();
  expect(loads()).toBe(1);
  // The reload got the old build from a cache. It must not loop.
  await missChunk(page);
  await missChunk(page);
  await page.waitForTimeout(1500);
  expect(loads()).toBe(1);
});

test("a server that keeps losing chunks doesn't cause a reload loop", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const url = `${server.url}/${draw.id}`;
  const html = await (await fetch(url)).text();
  const page = await pages.newPage({ allow: lost });
  await stopClock(page);
  await updateServer(page);
  let missed = 0;
  await page.route("**/_next/static/chunks/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (html.includes(name)) return route.continue();
    missed += 1;
    return route.fulfill({ status: 404, body: "" });
  });
  const loads = countLoads(page);
  await page.goto(url);
  await expect.poll(loads).toBe(2);
  const before = missed;
  await expect.poll(() => missed).toBeGreaterThan(before);
  await page.waitForTimeout(2000);
  expect(loads()).toBe(2);
});

test("a press whose code doesn't load is answered, and can be repeated", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const url = `${server.url}/${draw.id}`;
  const html = await (await fetch(url)).text();
  const page = await pages.newPage({
    allow: [/Failed to load/, /could not be done/, /ChunkLoadError|Failed to load chunk/],
  });
  await page.route("**/_next/static/chunks/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return html.includes(name) ? route.continue() : route.abort();
  });
  await page.goto(url);
  await payButton(page, "en").click();
  await page.getByText(reasons.unreachable).first().waitFor();
  await expect(payButton(page, "en")).not.toHaveAttribute("aria-busy", "true");
});

test("nothing is reloaded during a payment", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage({ allow: lost });
  await page.goto(`${server.url}/${draw.id}`);
  await fillDetails(page, "en");
  await fillCard(page);
  await updateServer(page);
  const pay = await holdRequests(page, "**/api/bambora/processPayment");
  const paying = page.waitForRequest("**/api/bambora/processPayment");
  await payButton(page, "en").click();
  await paying;
  const loads = countLoads(page);
  await missChunk(page);
  await page.waitForTimeout(1500);
  expect(loads()).toBe(0);
  pay();
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
});
