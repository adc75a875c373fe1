import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import {
  accept,
  addAuthenticator,
  allowedInConsole,
  button,
  freshEmail,
  inviteFirst,
} from "@/tests/support/browser/console";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";

async function openAdmin(shop: Shop, language: Language): Promise<Page> {
  const page = await shop.pages.newPage({ locale: `${language}-CA`, allow: [...allowedInConsole, /status of 404/] });
  await addAuthenticator(page);
  await accept(page, language, await inviteFirst(shop, language, freshEmail()));
  return page;
}

/** Two orders are paid by card. */
async function sellTwo({ server }: Shop, drawId: string) {
  await importDraw(server, drawWith({ id: drawId, urlSlug: drawId, title: { en: "Gala", fr: "Gala d’hiver" } }));
  const paid: { orderId: string }[] = [];
  for (const _each of [1, 2]) {
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: drawId })).body;
    expect(await buyer.pay(order, await tokenFor(server.sandboxUrl))).toMatchObject({ status: 200 });
    paid.push(order);
  }
  return paid;
}

for (const language of languages) {
  const { console: t, live, order: orderWords } = words[language];
  const cancellation = t.draws.cancellation;

  shopTest(
    `two people cancel a draw in ${language}: neither alone, and its buyers see it`,
    async ({ pages, server }) => {
      const shop = { pages, server };
      const drawId = `cancelled-${language}`;
      const [paid] = await sellTwo(shop, drawId);
      const path = server.url + pathIn(language, `/console/draws/${drawId}`);
      const first = await openAdmin(shop, language);
      await first.goto(path);
      await button(first, cancellation.label).click();
      await first.getByText(cancellation.effects.sales).waitFor();
      await button(first, cancellation.propose).click();
      await first.getByText(cancellation.reasonMissing).waitFor();
      await first.getByLabel(cancellation.reason).fill("No ice.");
      expect(await findAxeViolations(first)).toEqual([]);
      await button(first, cancellation.propose).click();
      await first.getByText(cancellation.waiting.own).waitFor();
      expect(await button(first, cancellation.approve.label).count()).toBe(0);

      const second = await openAdmin(shop, language);
      await second.goto(path);
      await second.getByText("No ice.").waitFor();
      await button(second, cancellation.approve.label).click();
      expect(await findAxeViolations(second)).toEqual([]);
      await button(second, cancellation.approve.yes).click();
      await second.getByText(cancellation.approve.done).waitFor();
      const sum = second.getByRole("region", { name: cancellation.progress.title });
      await expect(sum).toContainText(language === "en" ? "2 orders" : "2 commandes", { timeout: 30_000 });
      await expect(async () => {
        const returned = sum.locator("dt", { hasText: cancellation.progress.returned }).locator("+ dd");
        await expect(returned).toContainText(language === "en" ? "2 orders" : "2 commandes");
      }).toPass({ timeout: 60_000 });
      expect(await findAxeViolations(second)).toEqual([]);

      const buyer = await pages.newPage({ locale: `${language}-CA` });
      await buyer.goto(server.url + pathIn(language, `/${drawId}`));
      await buyer.getByText(live.stops["draw-cancelled"].text).waitFor();
      await buyer.goto(server.url + pathIn(language, `/order/${drawId}/${paid?.orderId}`));
      await buyer.getByText(orderWords.drawCancelled.card).waitFor();
    },
  );
}
