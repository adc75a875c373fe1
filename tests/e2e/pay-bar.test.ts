import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { appleButton, authorizeSheet, expectNumbers, openAppleDraw } from "@/tests/support/browse-sheet";
import type { Pages } from "@/tests/support/browser";
import { shopTest as test } from "@/tests/support/browser-test";
import { importDraw } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import { barOf, isFocusSeen, placesOf } from "@/tests/support/pay-bar";
import type { Server } from "@/tests/support/server";
import { journeyLanguages } from "@/tests/support/tier";

type Shown = { pages: Pages; server: Server; language: Language; viewport?: { width: number; height: number } };

/** A draw's page in a browser without Apple Pay. */
async function openByCard({ pages, server, language, viewport }: Shown): Promise<Page> {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage({
    locale: `${language}-CA`,
    allow: [/apple-pay/, /ERR_FAILED/],
    ...(viewport ? { viewport } : {}),
  });
  await page.route("**/sandbox/apple-pay*", (route) => route.abort());
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  return page;
}

for (const language of journeyLanguages) {
  test(`the bar stays on a phone's screen at any scroll position, in ${language}`, async ({ pages, server }) => {
    const page = await openByCard({ pages, server, language });
    await barOf(page, language).waitFor();
    const { height, width } = page.viewportSize() ?? { height: 0, width: 0 };
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    const seen = new Set<number>();
    for (let top = 0; top <= end; top += 300) {
      await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
      const { bar, isAtPay } = await placesOf(page, language);
      expect([bar.left, bar.right, bar.bottom]).toEqual([0, width, height]);
      expect(bar.height).toBe(isAtPay ? 44 : 72);
      seen.add(bar.height);
    }
    expect(seen).toEqual(new Set([72, 44]));
    // Nothing of the page ends behind it.
    const last = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("main, footer, aside")].filter((part) => !part.closest(".pay-bar"));
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
    });
    // A page is scrolled by whole pixels, and may end within one.
    expect(last).toBeLessThan(height - 72 + 1);
  });

  test(`the bar guides the buyer through the form and never covers the focused field, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await openByCard({ pages, server, language });
    const next = barOf(page, language).getByRole("button");
    await next.click();
    await expect(page.locator("#checkout-name")).toBeFocused();
    for (let step = 0; step < 12; step += 1) {
      // The page scrolls there smoothly.
      await expect.poll(() => isFocusSeen(page, language)).toBe(true);
      await page.keyboard.press("Tab");
    }
    await fillDetails(page, language);
    await fillCard(page);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(next).toHaveText(words[language].checkout.bar.review);
    await next.click();
    await expect(page.locator("#checkout-pay")).toBeFocused();
    // One button that pays is enough: beside the form's own the bar is the sum alone.
    await expect(payButton(page, language)).toBeInViewport();
    await expect(next).toHaveCount(0);
    await expect(barOf(page, language)).toContainText("10");
    await payButton(page, language).click();
    await page.waitForURL(/\/success\?/);
  });

  test(`the bar is Apple Pay where available, and buys in two taps, in ${language}`, async ({ pages, server }) => {
    const { page } = await openAppleDraw(pages, server, language);
    const button = barOf(page, language).getByRole("button", { name: words[language].checkout.applePay.buy });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await button.click();
    await authorizeSheet(page, language);
    await expectNumbers(page, server, language);
  });
}

test("the bar fits a 320 px screen, and text at twice the size", async ({ pages, server }) => {
  const page = await openByCard({ pages, server, language: "en", viewport: { width: 320, height: 700 } });
  await barOf(page, "en").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const { bar } = await placesOf(page, "en");
  expect(bar.bottom).toBe(700);
  expect(bar.height).toBeLessThan(240);
});

test("the bar of Apple Pay leaves most of the screen to the page, with text at twice the size", async ({
  pages,
  server,
}) => {
  const { page } = await openAppleDraw(pages, server, "fr");
  await barOf(page, "fr").getByRole("button", { name: words.fr.checkout.applePay.buy }).waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const { bar } = await placesOf(page, "fr");
  expect(bar.height).toBeLessThan(400);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
});

test("nothing is pushed down while a page loads @desktop", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage();
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${server.url}/${draw.id}`);
  await appleButton(page, "en").waitFor();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.02);
});

test("a wide screen has no bar @desktop", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage();
  await page.goto(`${server.url}/${draw.id}`);
  await appleButton(page, "en").waitFor();
  expect(await barOf(page, "en").count()).toBe(0);
});
