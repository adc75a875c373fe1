import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import { languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { button, openAccount } from "@/tests/support/browser/console";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { waitForMails } from "@/tests/support/sandbox/mailbox";

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function openOrders(shop: Shop, language: Language): Promise<Page> {
  const t = words[language].console;
  // The server refuses to send a receipt twice within a minute, and to compare a malformed number.
  const { page } = await openAccount(shop, language, [/status of (?:422|429)/]);
  await page.getByRole("navigation", { name: t.nav.label }).getByRole("link", { name: t.nav.orders }).click();
  await page.getByRole("heading", { name: t.orders.title, level: 1 }).waitFor();
  return page;
}

async function search(page: Page, language: Language, text: string): Promise<void> {
  const t = words[language].console.orders.search;
  await page.getByRole("searchbox", { name: t.label }).fill(text);
  await button(page, t.button).first().click();
}

async function buyOne(server: Shop["server"], instanceId: string, name: string, email: string): Promise<OrderView> {
  const buyer = createBuyer(server);
  const body = { buyer: { name, email, province: "ON" } };
  const { order } = (await buyer.placeOrder({ instanceId, body })).body;
  return (await buyer.pay(order, await tokenFor(server.sandboxUrl))).body.order;
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
      await button(page, t.search.button).last().click();
      await page.getByText(t.search.noDraw, { exact: true }).waitFor();
      await page.getByText(t.search.cardWrong.day, { exact: true }).waitFor();
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
    `a winner's order names the prize, shows how to reach the buyer, and checks a receipt, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const id = `prized-${language}`;
      const prizes = { "Grand Prize": [{ description: { en: "Half of the pot", fr: "La moitié de la cagnotte" } }] };
      const draw = drawWith({ id, prizes });
      await importDraw(server, draw);
      const order = await buyOne(server, id, "Ottoline Beauregard", `winner-${language}@example.test`);
      const other = await buyOne(server, id, "Sam Walker", `other-${language}@example.test`);
      await adminCall(server, "POST", `/api/admin/draws/${id}/close`);
      const number = order.numbers[0]?.first ?? 0;
      const winner = { poolId: "main", prizeType: "Grand Prize" as const, number, drawnAt: inHours(0) };
      await importDraw(server, { ...draw, winners: [winner] });
      const page = await openOrders({ pages, server }, language);
      await search(page, language, order.orderCode);
      await page.getByRole("link", { name: order.orderCode }).click();
      const prize = { en: "the grand prize: $5.00", fr: "le gros lot : 5,00 $" }[language];
      await page.getByText(new RegExp(prize.replace(/[ $.]/g, "."))).waitFor();
      await page.getByText(prizes["Grand Prize"][0]?.description[language] ?? "", { exact: true }).waitFor();
      await button(page, t.buyer.show).first().click();
      await page.getByText(`winner-${language}@example.test`).waitFor();
      const check = async (text: string) => {
        await page.getByLabel(t.receipt.number, { exact: true }).fill(text);
        await button(page, t.receipt.button).click();
      };
      await check("ABCDE-FGHJK");
      await page.getByText(t.receipt.malformed).waitFor();
      await check(other.validationNumber ?? "");
      await expect(page.getByRole("status").filter({ hasText: t.receipt.differs })).toBeFocused();
      await check((order.validationNumber ?? "").toLowerCase().replaceAll("-", " "));
      await expect(page.getByRole("status").filter({ hasText: t.receipt.matches })).toBeFocused();
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

      await page.getByRole("link", { name: t.back }).click();
      await button(page, t.states.attention).click();
      const row = page.getByRole("row").filter({ hasText: order.orderCode });
      await row.getByText(t.states["email-undelivered"], { exact: true }).waitFor();
      await expect(button(page, t.states.attention)).toHaveAttribute("aria-pressed", "true");
      await row.getByRole("link").click();

      const resend = button(page, t.actions.resend);
      await resend.click();
      const sent = page.getByText(t.actions.done.resend.replace("{email}", `${language[0]}•••@example.invalid`));
      await sent.or(page.getByText(t.actions.resendTooSoon)).waitFor();
      await resend.click();
      const tooSoon = page.getByRole("status").filter({ hasText: t.actions.resendTooSoon });
      await expect(tooSoon).toBeFocused();

      const refund = button(page, t.actions.refund.label);
      await refund.click();
      await expect(refund).toHaveAttribute("aria-expanded", "true");
      await expect(tooSoon).toBeHidden();
      const question = page.getByRole("group", { name: new RegExp(`^${t.actions.refund.question.split("{")[0]}`) });
      // The page may still scroll to the question between both measurements.
      await expect(async () => {
        const above = await button(page, t.actions.confirm.hide.label).boundingBox();
        const below = await question.boundingBox();
        expect(below?.y).toBeGreaterThan((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN));
      }).toPass();
      await question.getByRole("button", { name: t.actions.refund.no }).click();
      await expect(refund).toBeFocused();

      const email = page.getByLabel(t.buyer.email, { exact: true });
      expect(await page.content()).not.toContain(wrong);
      await button(page, t.nextSteps.buttons.correct).click();
      await expect(email).toHaveValue(wrong);
      await expect(email).toBeFocused();
      const shown = words[language].terminalOrders.history.actions["contact-shown"];
      await expect(page.getByRole("listitem").filter({ hasText: shown })).toHaveCount(1);
      await button(page, t.actions.correctButton).click();
      await page.getByText(t.actions.correctEmpty).waitFor();
      await email.fill(`mended-${language}@example.test`);
      await button(page, t.actions.correctButton).click();
      await page
        .getByText(t.actions.done.correctMailed.replace("{email}", `mended-${language}@example.test`))
        .waitFor();
      await expect(email).toBeHidden();
      expect(await waitForMails(server.sandboxUrl, `mended-${language}@example.test`, 1)).toHaveLength(1);
    },
  );

  shopTest(
    `a name is looked up in the draw that is chosen by a button, and the draw stays chosen, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const id = `asked-${language}`;
      const title = { en: `The Asked Draw ${language}`, fr: `Le tirage demandé ${language}` };
      // The draw that is drawn next is offered first.
      await importDraw(server, drawWith({ id, title, startDate: inHours(-1), endDate: inHours(0.2) }));
      const buyer = createBuyer(server);
      const person = { name: "Ottoline Beauregard", email: `asked-${language}@example.test`, province: "ON" };
      const { order } = (await buyer.placeOrder({ instanceId: id, body: { buyer: person, locale: language } })).body;
      await buyer.pay(order, await tokenFor(server.sandboxUrl));
      const page = await openOrders({ pages, server }, language);
      const results = page.getByRole("region", { name: t.results });
      await search(page, language, "#1");
      await expect(results.getByRole("heading", { name: t.search.whichDraw })).toBeFocused();
      await button(page, title[language]).click();
      await results.getByRole("link", { name: order.orderCode }).waitFor();
      const draw = page.getByLabel(t.search.draw, { exact: true });
      await expect(draw).toHaveValue(id);

      const menu = page.getByRole("navigation", { name: words[language].console.nav.label });
      await menu.getByRole("link", { name: words[language].console.nav.tablets }).click();
      await page.getByRole("heading", { name: words[language].console.tablets.title, level: 1 }).waitFor();
      await menu.getByRole("link", { name: words[language].console.nav.orders }).click();
      await expect(draw).toHaveValue(id);
      await search(page, language, "Nobody Whatsoever");
      await results.getByText(t.foundNone.noName.replace("{draw}", title[language])).waitFor();
      await search(page, language, "555-0164");
      await results.getByText(t.foundNone.phone).waitFor();
      await button(page, t.search.inAllDraws).click();
      await expect(draw).toHaveValue("");
    },
  );
}
