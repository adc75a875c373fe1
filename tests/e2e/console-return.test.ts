import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { button, openAccount, signOut } from "@/tests/support/browser/console";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

const email = (language: Language) => `returning-${language}@example.test`;

async function sell(server: Server, instanceId: string, language: Language): Promise<string> {
  const buyer = createBuyer(server);
  const person = { name: "Ida Bell", email: email(language), phone: "613-555-0142", province: "ON" };
  const { order } = (await buyer.placeOrder({ instanceId, body: { buyer: person, locale: language } })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return order.orderCode;
}

/** Counts documents: a reload would lose what was in memory. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

/** Where the focus is on arrival at the orders: in the search field, but on a touch screen on the heading. */
async function findFirstFocus(page: Page, title: string) {
  const heading = page.getByRole("heading", { name: title, level: 1 });
  await heading.waitFor();
  const hasMouse = await page.evaluate(() => matchMedia("(hover: hover) and (pointer: fine)").matches);
  return hasMouse ? page.getByRole("searchbox") : heading;
}

for (const language of languages) {
  const { console: t } = words[language];
  const menu = (page: Page) => page.getByRole("navigation", { name: t.nav.label });

  shopTest(
    `whoever goes from a search to an order and back finds the results still there, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const draw = drawWith({ id: `returned-${language}` });
      await importDraw(server, draw);
      const codes = [await sell(server, draw.id, language), await sell(server, draw.id, language)];
      const { page } = await openAccount({ pages, server }, language);
      const documents = countDocuments(page);
      const requestedUrls: string[] = [];
      page.on("request", (request) => requestedUrls.push(request.url()));
      await menu(page).getByRole("link", { name: t.nav.orders }).click();
      await page.getByRole("heading", { name: t.orders.title, level: 1 }).waitFor();
      const search = page.getByRole("searchbox");
      await search.fill(email(language));
      await button(page, t.orders.search.button).first().click();
      const results = page.getByRole("region", { name: t.orders.results });
      await expect(results.locator("tbody tr")).toHaveCount(2);
      const heading = results.getByRole("heading");
      await expect(heading).toBeFocused();
      await expect(heading).toContainText("2");
      const second = results.getByRole("link", { name: codes[0] ?? "" });
      const order = page.getByRole("heading", { name: codes[0] ?? "" });

      await second.click();
      await expect(order).toBeFocused();
      await page.goBack();
      await expect(results.locator("tbody tr")).toHaveCount(2);
      await expect(search).toHaveValue(email(language));
      await expect(second).toBeFocused();

      await second.press("Enter");
      await order.waitFor();
      await page.getByRole("link", { name: t.orders.back }).click();
      await expect(second).toBeFocused();

      // The logo leads home without a reload, and the search stays.
      await page.getByRole("link", { name: t.home }).click();
      await expect(page.getByRole("heading", { name: t.homePage.title, level: 1 })).toBeFocused();
      await page.goBack();
      await expect(results.locator("tbody tr")).toHaveCount(2);
      await expect(search).toHaveValue(email(language));

      // The menu link starts with an empty search, and after a sign-out the earlier search is gone.
      await menu(page).getByRole("link", { name: t.nav.orders }).click();
      await results.waitFor({ state: "detached" });
      await expect(search).toHaveValue("");
      await search.fill(email(language));
      await button(page, t.orders.search.button).first().click();
      await expect(heading).toBeFocused();
      await signOut(page, language);
      await button(page, t.signIn.button).click();
      await page.getByRole("heading", { name: t.orders.title, level: 1 }).waitFor();
      await expect(search).toHaveValue("");
      expect(await results.count()).toBe(0);

      expect(documents()).toBe(0);
      expect(requestedUrls.filter((url) => decodeURIComponent(url).includes("returning-"))).toEqual([]);
    },
  );

  shopTest(
    `the menu takes one row of a phone and opens each page in place, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAccount({ pages, server }, language);
      await page.goto(`${server.url}${pathIn(language, "/console")}`);
      await page.getByRole("heading", { name: t.homePage.title, level: 1 }).waitFor();
      const documents = countDocuments(page);
      const box = await menu(page).boundingBox();
      expect(box?.height).toBeLessThan(100);
      for (const place of ["draws", "tablets", "teams", "people", "history", "orders", "home"] as const) {
        const link = menu(page).getByRole("link", { name: t.nav[place], exact: true });
        await link.click();
        const { title } = place === "home" ? t.homePage : t[place];
        const heading = page.getByRole("heading", { name: title, level: 1 });
        await expect(place === "orders" ? await findFirstFocus(page, t.orders.title) : heading).toBeFocused();
        await expect(link).toHaveAttribute("aria-current", "page");
        await expect(link).toBeInViewport();
      }
      expect(documents()).toBe(0);
    },
  );
}
