import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { button, openAccount } from "@/tests/support/browser/console";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { waitForMails } from "@/tests/support/sandbox/mailbox";

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function openOrders(shop: Shop, language: Language): Promise<Page> {
  const t = words[language].console;
  // A receipt that is sent twice is refused.
  const { page } = await openAccount(shop, language, [/status of 429/]);
  await page.getByRole("navigation", { name: t.nav.label }).getByRole("link", { name: t.nav.orders }).click();
  await page.getByRole("heading", { name: t.orders.title, level: 1 }).waitFor();
  return page;
}

async function search(page: Page, language: Language, text: string): Promise<void> {
  const t = words[language].console.orders.search;
  await page.getByRole("searchbox", { name: t.label }).fill(text);
  await button(page, t.button).first().click();
}

for (const language of languages) {
  const { orders: t } = words[language].console;

  shopTest(
    `a winning number that was sold on paper is found, and a search by card asks for its draw, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const id = `paper-${language}`;
      const dates = { startDate: inHours(-48), endDate: inHours(-2) };
      const winner = { poolId: "main", prizeType: "Grand Prize", number: 23, drawnAt: inHours(-1), soldOnPaper: true };
      const title = { en: "The Paper Draw", fr: "Le tirage sur papier" };
      await importDraw(server, drawWith({ ...dates, id, title, winners: [{ ...winner, prizeType: "Grand Prize" }] }));
      const page = await openOrders({ pages, server }, language);
      await page.getByText(t.search.byCard, { exact: true }).click();
      await page.getByLabel(t.search.lastFour).fill("1234");
      await page.getByLabel(t.search.day).fill(inHours(0).slice(0, 10));
      await button(page, t.search.button).last().click();
      await page.getByText(t.search.noDraw, { exact: true }).waitFor();
      const draw = page.getByLabel(t.search.draw, { exact: true });
      await expect(draw).toBeFocused();
      await draw.selectOption(id);
      await search(page, language, "#23");
      const results = page.getByRole("region", { name: t.results });
      await results
        .getByText(t.winsWithoutOrder.title.replace("{number}", "23").replace("{draw}", title[language]))
        .waitFor();
      await results.getByText(t.winsWithoutOrder.onPaper).waitFor();
      await search(page, language, "#24");
      await results.getByText(t.foundNone.other).waitFor();
    },
  );

  shopTest(
    `an email that bounced leads to its correction, and a receipt is sent once a minute, in ${language}`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      const id = `bounced-${language}`;
      await importDraw(server, drawWith({ id }));
      const buyer = createBuyer(server);
      const wrong = `${language}@example.invalid`;
      const person = { name: "Eloise Marchbank", email: wrong, province: "ON" };
      const { order } = (await buyer.placeOrder({ instanceId: id, body: { buyer: person, locale: language } })).body;
      await buyer.pay(order, await tokenFor(server.sandboxUrl));
      const page = await openOrders({ pages, server }, language);
      await search(page, language, order.orderCode);
      await page.getByRole("link", { name: order.orderCode }).click();
      // A reload before the order's page is open would stay at the search.
      await page.waitForURL(new RegExp(`/orders/${id}/${order.orderCode}`));
      await expect(async () => {
        await page.reload();
        await page.getByText(t.nextSteps.correct).waitFor({ timeout: 3000 });
      }).toPass();

      const resend = button(page, t.actions.resend);
      await resend.click();
      await page.getByText(t.actions.done.resend).or(page.getByText(t.actions.resendTooSoon)).waitFor();
      await resend.click();
      await expect(page.getByRole("alert").filter({ hasText: t.actions.resendTooSoon })).toBeFocused();

      const refund = button(page, t.actions.refund.label);
      await refund.click();
      await expect(refund).toHaveAttribute("aria-expanded", "true");
      const question = page.getByRole("group", { name: new RegExp(`^${t.actions.refund.question.split("{")[0]}`) });
      const [row, below] = [
        await button(page, t.actions.confirm.hide.label).boundingBox(),
        await question.boundingBox(),
      ];
      expect(below?.y).toBeGreaterThan((row?.y ?? Number.NaN) + (row?.height ?? Number.NaN));
      await question.getByRole("button", { name: t.actions.refund.no }).click();
      await expect(refund).toBeFocused();

      const email = page.getByLabel(t.buyer.email, { exact: true });
      expect(await page.content()).not.toContain(wrong);
      await page.getByText(t.actions.correct, { exact: true }).click();
      await expect(email).toHaveValue(wrong);
      const shown = words[language].terminalOrders.history.actions["contact-shown"];
      await expect(page.getByRole("listitem").filter({ hasText: shown })).toHaveCount(1);
      await button(page, t.actions.correctButton).click();
      await page.getByText(t.actions.correctEmpty).waitFor();
      await email.fill(`mended-${language}@example.test`);
      await button(page, t.actions.correctButton).click();
      await page.getByText(t.actions.done.correctMailed).waitFor();
      await expect(email).toBeHidden();
      expect(await waitForMails(server.sandboxUrl, `mended-${language}@example.test`, 1)).toHaveLength(1);
    },
  );
}
