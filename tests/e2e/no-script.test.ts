import { expect } from "playwright/test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { journeyLanguages } from "@/tests/support/runner/tier";

for (const language of journeyLanguages) {
  const { checkout, draw: draws, errorScreen, terminal } = words[language];
  const root = language === "fr" ? "/fr" : "";

  test.describe(`without scripts, in ${language},`, () => {
    test("a draw's page says what it needs, and shows nothing that looks ready to sell", async ({ pages, server }) => {
      const draw = drawWith();
      await importDraw(server, draw);
      const page = await pages.newPage({ javaScript: false, locale: `${language}-CA` });
      await page.goto(`${server.url}${root}/${draw.id}`);
      await expect(page.locator("main noscript p")).toHaveText(checkout.noScript);
      for (const id of ["checkout-pay", "checkout-name"]) {
        await expect(page.locator(`#${id}`)).toBeAttached();
        await expect(page.locator(`#${id}`)).toBeHidden();
      }
    });

    test("long rules begin on a draw's page, and a link shows all of them", async ({ pages, server }) => {
      const rules = Array.from({ length: 9 }, (_, at) => `${at + 1}. ${"A rule of this draw. ".repeat(5)}`).join("\n");
      const draw = drawWith({ rules });
      await importDraw(server, draw);
      const page = await pages.newPage({ javaScript: false, locale: `${language}-CA` });
      await page.goto(`${server.url}${root}/${draw.id}`);
      const last = page.locator("#rules li").last();
      await expect(last).toBeHidden();
      await page.locator("#rules").getByRole("link", { name: draws.allRules }).click();
      await expect(last).toBeVisible();
    });

    test("a missing page isn't blank, and links to the home page", async ({ pages, server }) => {
      const page = await pages.newPage({ javaScript: false, locale: `${language}-CA`, allow: [/status of 404/] });
      await page.goto(`${server.url}${root}/no-such-draw`);
      await expect(page.locator("main noscript p")).toContainText(errorScreen.noScript);
      await expect(page.locator("main noscript a")).toHaveAttribute("href", /^(\/|http)/);
    });

    test("a terminal does not say that it is connected", async ({ pages, server }) => {
      const page = await pages.newPage({ javaScript: false, locale: `${language}-CA` });
      await page.goto(`${server.url}${root}/terminal`);
      await page.getByRole("banner").first().waitFor();
      expect(await page.locator("body").innerText()).not.toContain(terminal.connection.connected);
    });
  });
}
