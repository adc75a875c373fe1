import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { appleButton, authorizeSheet, expectNumbers, openAppleDraw } from "@/tests/support/browser/browse-sheet";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import type { Pages } from "@/tests/support/browser/open-pages";
import { getBar, getPositions, isFocusSeen } from "@/tests/support/browser/pay-bar";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { journeyLanguages } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

type BarOptions = { pages: Pages; server: Server; language: Language; viewport?: { width: number; height: number } };

async function openByCard({ pages, server, language, viewport }: BarOptions): Promise<Page> {
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
    await getBar(page, language).waitFor();
    const { height, width } = page.viewportSize() ?? { height: 0, width: 0 };
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    const seen = new Set<number>();
    for (let top = 0; top <= end; top += 300) {
      await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
      const { bar, isAtPay } = await getPositions(page, language);
      expect([bar.left, bar.right, bar.bottom]).toEqual([0, width, height]);
      expect(bar.height).toBe(isAtPay ? 44 : 72);
      seen.add(bar.height);
    }
    expect(seen).toEqual(new Set([72, 44]));
    const last = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("main, footer, aside")].filter((part) => !part.closest(".pay-bar"));
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
    });
    // Scrolling rounds to whole pixels.
    expect(last).toBeLessThan(height - 72 + 1);
  });

  test(`the bar guides the buyer through the form and never covers the focused field, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await openByCard({ pages, server, language });
    const next = getBar(page, language).getByRole("button");
    await next.click();
    await expect(page.locator("#checkout-name")).toBeFocused();
    for (let step = 0; step < 12; step += 1) {
      // The page scrolls smoothly.
      await expect.poll(() => isFocusSeen(page, language)).toBe(true);
      await page.keyboard.press("Tab");
    }
    await fillDetails(page, language);
    await fillCard(page);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(next).toHaveText(words[language].checkout.bar.review);
    await next.click();
    await expect(page.locator("#checkout-pay")).toBeFocused();
    // While the form's button is visible, the bar only shows the total.
    await expect(payButton(page, language)).toBeInViewport();
    await expect(next).toHaveCount(0);
    await expect(getBar(page, language)).toContainText("10");
    await payButton(page, language).click();
    await page.waitForURL(/\/success\?/);
  });

  test(`the bar is Apple Pay where available, and buys in two taps, in ${language}`, async ({ pages, server }) => {
    const { page } = await openAppleDraw(pages, server, language);
    const button = getBar(page, language).getByRole("button", { name: words[language].checkout.applePay.buy });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await button.click();
    await authorizeSheet(page, language);
    await expectNumbers(page, server, language);
  });
}

test("the bar fits a 320 px screen, and text at twice the size", async ({ pages, server }) => {
  const page = await openByCard({ pages, server, language: "en", viewport: { width: 320, height: 700 } });
  await getBar(page, "en").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const { bar } = await getPositions(page, "en");
  expect(bar.bottom).toBe(700);
  expect(bar.height).toBeLessThan(240);
});

const small = { width: 360, height: 740 };

async function cutOffIn(page: Page, language: Language): Promise<string[]> {
  return getBar(page, language).evaluate((bar) => {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const isCutOff = (part: Element) => {
      const box = part.getBoundingClientRect();
      const isOut = box.top < top || box.bottom > bottom || box.left < left || box.right > right;
      const doesScroll = getComputedStyle(part).overflowY !== "visible" && part.scrollHeight > part.clientHeight;
      return isOut || doesScroll;
    };
    const parts = [...bar.querySelectorAll("*")].filter((part) => part.getClientRects().length > 0);
    return parts.filter(isCutOff).map((part) => part.outerHTML.slice(0, 80));
  });
}

/** In px. Negative if the page ends above the bar. */
async function hiddenEndOf(page: Page, language: Language): Promise<number> {
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const end = await page.evaluate(() => {
    const parts = [...document.querySelectorAll("main, footer, aside")].filter((part) => !part.closest(".pay-bar"));
    return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
  });
  return end - (await getPositions(page, language)).bar.top;
}

for (const language of ["en", "fr"] as const) {
  test(`the bar of Apple Pay is a row and its sentence on a small phone, and hides nothing, in ${language}`, async ({
    pages,
    server,
  }) => {
    for (const mayBeCashAdvance of [false, true]) {
      const { page } = await openAppleDraw(pages, server, language, { additionalOptions: { mayBeCashAdvance } });
      await page.setViewportSize(small);
      const bar = getBar(page, language);
      await expect(bar).toContainText("10");
      await expect(bar.getByRole("link")).toHaveAttribute("href", "#rules");
      // A row of 48 px, two lines of 15 px, and padding. The cash advance notice adds a line.
      expect((await getPositions(page, language)).bar.height).toBeLessThanOrEqual(mayBeCashAdvance ? 98 : 96);
      expect(await cutOffIn(page, language)).toEqual([]);
      expect(await hiddenEndOf(page, language)).toBeLessThan(1);

      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      expect((await getPositions(page, language)).bar.height).toBeLessThanOrEqual(small.height / 3);
      expect(await cutOffIn(page, language)).toEqual([]);
      expect(await hiddenEndOf(page, language)).toBeLessThan(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(small.width);
    }
  });

  test(`no field of a small phone is behind the bar of Apple Pay, nor that of the card chosen there, in ${language}`, async ({
    pages,
    server,
  }) => {
    const { page } = await openAppleDraw(pages, server, language);
    await page.setViewportSize(small);
    const { byCard } = words[language].checkout.bar;
    await page.locator("#checkout-name").focus();
    for (const isByCard of [false, true]) {
      if (isByCard) {
        await getBar(page, language).getByRole("button", { name: byCard }).click();
        await expect(page.locator("#checkout-name")).toBeFocused();
        expect((await getPositions(page, language)).bar.height).toBeLessThanOrEqual(80);
      }
      for (let step = 0; step < 8; step += 1) {
        await expect.poll(() => isFocusSeen(page, language)).toBe(true);
        await page.keyboard.press("Tab");
      }
    }
  });
}

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
  expect(await getBar(page, "en").count()).toBe(0);
});
