import { expect } from "playwright/test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { openTablet, tablets, waitUntilAlive } from "@/tests/support/browser/kiosk";
import { journeyLanguages } from "@/tests/support/runner/tier";

for (const language of journeyLanguages) {
  for (const [position, viewport] of Object.entries(tablets)) {
    test(`a shared tablet can be started over from any place of its page, ${position}, in ${language}`, async ({
      pages,
      server,
    }) => {
      const { page, url } = await openTablet(pages, server, language, { viewport });
      const startOver = page.getByRole("button", { name: words[language].kiosk.startOver });
      const name = page.getByLabel(words[language].checkout.name, { exact: true });
      const end = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let top = 0; top <= end; top += 500) {
        await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
        await expect(startOver).toBeInViewport({ ratio: 1 });
      }
      // The header doesn't cover a box that is focused from below.
      await name.focus();
      const isSeen = () =>
        name.evaluate((box) => {
          const { left, top } = box.getBoundingClientRect();
          return document.elementFromPoint(left + 5, top + 2) === box;
        });
      await expect.poll(isSeen).toBe(true);
      await name.fill("Rosalie");
      await startOver.click();
      await expect.poll(() => name.inputValue()).toBe("");
      await waitUntilAlive(page);
      expect(page.url()).toBe(url);
    });
  }
}
