import type { Locator } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { openAccount } from "@/tests/support/browser/console";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

const title = (language: Language) => `Home ${language}`;

/** It closes first, so that it is first on the home whatever else the server sells. */
async function openDraw(server: Server, language: Language): Promise<string> {
  const id = `home-${language}`;
  const endDate = new Date(Date.now() + 30 * 60_000).toISOString();
  const ticketPriceInfo = [{ id: "one", tickets: 1, price: 12.5 }];
  await importDraw(server, drawWith({ id, title: title(language), endDate, dates: [], ticketPriceInfo }));
  return id;
}

async function sell(server: Server, instanceId: string, quantity: number): Promise<string> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId, lines: [{ poolId: "main", packageId: "one", quantity }] }))
    .body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return order.orderId;
}

const amounts: Record<Language, [before: RegExp, after: RegExp]> = {
  en: [/\$37\.50/, /\$12\.50/],
  fr: [/37,50\s\$/, /12,50\s\$/],
};

/** The row of the day's table of hours. */
async function openHours(card: Locator, language: Language): Promise<Locator> {
  const t = words[language].console.homePage;
  await card.getByText(t.asTable, { exact: true }).click();
  return card.getByRole("table", { name: t.byHour }).getByRole("row").nth(1);
}

function findFigure(card: Locator, label: string): Locator {
  return card.getByRole("definition").and(card.locator(`dt:text-is("${label}") + dd`));
}

for (const language of languages) {
  const { console: t } = words[language];

  shopTest(
    `who signs in sees today's sales, after a refund too, and what needs attention, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const id = await openDraw(server, language);
      const orderId = await sell(server, id, 2);
      await sell(server, id, 1);
      // The draw has no draft.
      const { page } = await openAccount({ pages, server }, language, [/status of 404/]);
      await page.getByRole("link", { name: t.nav.home, exact: true }).click();
      await page.getByRole("heading", { name: t.homePage.title, level: 1 }).waitFor();
      const heading = page.getByRole("heading", { name: title(language), exact: true });
      const card = page.locator("section").filter({ has: heading });
      const [before, after] = amounts[language];
      await expect(findFigure(card, t.homePage.today)).toContainText(before);
      await expect(await openHours(card, language)).toContainText(before);

      await adminCall(server, "POST", `/api/admin/orders/${id}/${orderId}/refund`, {});
      // The page asks again by itself.
      await expect(findFigure(card, t.homePage.today)).toContainText(after, { timeout: 30_000 });

      const region = page.getByRole("region", { name: t.homePage.needs.comingUp });
      await region
        .getByRole("link", { name: title(language) })
        .first()
        .click();
      await page.getByRole("heading", { name: title(language), level: 1 }).waitFor();
    },
  );
}
