import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { leaveAlone, openTablet, tablets } from "@/tests/support/browser/kiosk";
import { getBar, getPositions, isFocusSeen } from "@/tests/support/browser/pay-bar";
import { journeyLanguages } from "@/tests/support/runner/tier";

test.describe.configure({ timeout: 120_000 });

const shorter = { ...tablets, upright: { width: 768, height: 1024 } };

async function edgesOf(page: Page): Promise<number[]> {
  const boxes = page.locator("#checkout :is(.field, .confirm)");
  const edges = await boxes.evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right } = one.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    }),
  );
  return [...new Set(edges)].sort((one, other) => one - other);
}

for (const language of journeyLanguages) {
  test.describe(`a shared tablet in ${language}`, { tag: "@tablet" }, () => {
    test("has the whole purchase on one screen, upright, in halves and thirds of one width", async ({
      pages,
      server,
    }) => {
      const { page } = await openTablet(pages, server, language, { viewport: tablets.upright });
      const pay = await payButton(page, language).boundingBox();
      expect((pay?.y ?? Number.NaN) + (pay?.height ?? 0)).toBeLessThanOrEqual(tablets.upright.height);
      const [left = 0, ...edges] = await edgesOf(page);
      const width = (edges.at(-1) ?? 0) - left;
      const [half, third] = [(width - 16) / 2, (width - 32) / 3];
      const starts = [third, third + 16, half, half + 16, 2 * third + 16, 2 * third + 32, width];
      expect(edges.map((edge) => edge - left)).toEqual(starts.map(Math.round));
    });

    for (const [position, viewport] of Object.entries(shorter)) {
      test(`has the sum and the next step in sight, ${position}`, async ({ pages, server }) => {
        const { page } = await openTablet(pages, server, language, { viewport });
        const bar = getBar(page, language);
        const next = bar.getByRole("button");
        await expect(bar).toContainText("$");
        expect((await getPositions(page, language)).bar.bottom).toBe(viewport.height);
        expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(60);
        await next.click();
        await expect(page.locator("#checkout-name")).toBeFocused();
        for (let step = 0; step < 8; step += 1) {
          // The page scrolls smoothly.
          await expect.poll(() => isFocusSeen(page, language)).toBe(true);
          await page.keyboard.press("Tab");
        }
        await fillDetails(page, language);
        // The card fields may be visible before the pay button is.
        await page.locator("#card-number-field").evaluate((field) => {
          const top = field.getBoundingClientRect().bottom + 76 - window.innerHeight;
          window.scrollBy({ top, behavior: "instant" });
          // Observers run in order, so this one runs last.
          return new Promise<void>((heard) => new IntersectionObserver(() => heard()).observe(field));
        });
        await expect(bar).toBeVisible();
        await fillCard(page);
        await payButton(page, language).scrollIntoViewIfNeeded();
        await expect(bar).toBeHidden();
      });

      test(`covers the bar by the question whether anybody is there, ${position}`, async ({ pages, server }) => {
        const { page } = await openTablet(pages, server, language, { viewport });
        await page.getByLabel(words[language].checkout.name, { exact: true }).fill("Rosalie");
        await leaveAlone(page, language, 60_000);
        await expect(getBar(page, language)).toBeVisible();
        const topmost = await getBar(page, language).evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName;
        });
        expect(topmost).toBe("DIALOG");
      });
    }
  });
}
