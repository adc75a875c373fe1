import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import { languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { waitForMails } from "@/tests/support/sandbox/mailbox";
import { runAdmin } from "@/tests/support/servers/commands";

/** Before the sign-in, calls answer 401 or 403. */
const allow = [/status of (401|403)/];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signIn({ pages, server }: Shop, language: Language): Promise<Page> {
  const t = words[language].console;
  const page = await pages.newPage({ locale: `${language}-CA`, allow });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const kind = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
  const verified = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options: { ...kind, ...verified } });
  const email = `orders-${language}-${Date.now()}@example.test`;
  const invite = ["invite", email, "--role", "admin", "--name", "Jo Gagnon", "--lang", language];
  const ran = await runAdmin("console", server, invite);
  await page.goto(/^https?:\S+$/m.exec(ran.stdout)?.[0] ?? "");
  await button(page, t.invitation.button).click();
  await page.getByLabel(t.passkey.name).fill("Laptop");
  await button(page, t.invitation.make).click();
  await page.getByRole("navigation", { name: t.nav.label }).getByRole("link", { name: t.nav.orders }).click();
  await page.getByRole("heading", { name: t.orders.title, level: 1 }).waitFor();
  return page;
}

type Person = { name: string; email: string; phone: string };

const buyers: Record<Language, Person> = {
  en: { name: "Ottoline Beauregard", email: "wrong-en@example.test", phone: "613-555-0164" },
  fr: { name: "Fulbert Desrochers", email: "wrong-fr@example.test", phone: "613-555-0191" },
};

const otherBuyer: Person = { name: "Sam Walker", email: "other@example.test", phone: "416-555-0161" };

async function sell({ server }: Shop, instanceId: string, language: Language, person: Person): Promise<OrderView> {
  const buyer = createBuyer(server);
  const body = { buyer: { ...person, province: "ON" }, locale: language };
  const { order } = (await buyer.placeOrder({ instanceId, body })).body;
  return (await buyer.pay(order, await tokenFor(server.sandboxUrl))).body.order;
}

/** The page asks for a reason before money moves, and the notice of the outcome takes the focus. */
async function refundWhole(page: Page, language: Language, name: string): Promise<void> {
  const { refund, done } = words[language].console.orders.actions;
  const begin = (text: string) => new RegExp(`^${text.split("{")[0]}`);
  await button(page, refund.label).click();
  const question = page.getByRole("group", { name: begin(refund.question) });
  await expect(question).toContainText(name);
  await question.getByRole("button", { name: begin(refund.yes) }).click();
  await question.getByText(refund.noReason).waitFor();
  await question.getByLabel(refund.reason, { exact: true }).selectOption("duplicate");
  await question.getByRole("button", { name: begin(refund.yes) }).click();
  const status = page.getByRole("status").filter({ hasText: done.refunded });
  await expect(status).toBeFocused();
  await page.getByRole("listitem").filter({ hasText: refund.reasons.duplicate }).waitFor();
}

for (const language of languages) {
  const { console: t } = words[language];

  shopTest(
    `a manager finds a buyer by each way, corrects the email, and refunds a line, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const person = buyers[language];
      const draw = drawWith({ id: `console-${language}` });
      await importDraw(server, draw);
      const order = await sell({ pages, server }, draw.id, language, person);
      // A search that ignored its words would also find this order.
      await sell({ pages, server }, draw.id, language, otherBuyer);
      const page = await signIn({ pages, server }, language);
      const search = page.getByLabel(t.orders.search.label, { exact: true }).and(page.getByRole("searchbox"));
      const rows = page.getByRole("link", { name: order.orderCode });
      const find = async (text: string) => {
        await search.fill(text);
        await button(page, t.orders.search.button).first().click();
        const results = page.getByRole("region", { name: t.orders.results });
        await results.getByRole("link", { name: order.orderCode }).waitFor();
        await expect(results.locator("tbody tr")).toHaveCount(1);
        await button(page, t.orders.clear).click();
      };
      await rows.waitFor();
      const phone = person.phone.replace(/^(\d{3})-/, "($1) ");
      for (const text of [person.email, phone, order.orderCode.toLowerCase()]) {
        await find(text);
      }
      await find(order.validationNumber ?? "");
      await page.getByLabel(t.orders.search.draw, { exact: true }).selectOption(order.instanceId);
      await find(`#${order.numbers[0]?.first}`);
      await rows.click();
      await page.getByRole("heading", { name: order.orderCode }).waitFor();
      expect(await page.content()).not.toContain(person.email);
      await button(page, t.orders.buyer.show).click();
      await page.getByText(person.email).waitFor();
      await page.getByText(t.orders.actions.correct, { exact: true }).click();
      await page.getByLabel(t.orders.buyer.email, { exact: true }).fill(`right-${language}@example.test`);
      await button(page, t.orders.actions.correctButton).click();
      await page
        .getByText(t.orders.actions.done.correctMailed.replace("{email}", `right-${language}@example.test`))
        .waitFor();
      expect(await waitForMails(server.sandboxUrl, `right-${language}@example.test`, 1)).toHaveLength(1);
      await page.getByText(t.orders.actions.note, { exact: true }).click();
      await page.getByLabel(t.orders.actions.noteText, { exact: true }).fill("Called about the email.");
      await button(page, t.orders.actions.noteButton).click();
      await page.getByRole("listitem").filter({ hasText: "Called about the email." }).getByText("Jo Gagnon").waitFor();
      await refundWhole(page, language, person.name);
      const head = page.getByRole("heading", { name: order.orderCode }).locator("..");
      await head.getByText(t.orders.statuses.refunded, { exact: true }).waitFor();

      // A name can be found 90 s after the payment, or once its order is refunded.
      await page.getByRole("navigation", { name: t.nav.label }).getByRole("link", { name: t.nav.orders }).click();
      await page.getByLabel(t.orders.search.draw, { exact: true }).selectOption(order.instanceId);
      await find(person.name);
    },
  );

  shopTest(
    `an admin downloads a draw's orders, masked and for a reason whole, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const person = buyers[language];
      const draw = drawWith({ id: `exported-${language}` });
      await importDraw(server, draw);
      const order = await sell({ pages, server }, draw.id, language, person);
      const page = await signIn({ pages, server }, language);
      await page.getByLabel(t.orders.search.draw, { exact: true }).selectOption(draw.id);
      await page.getByRole("link", { name: order.orderCode }).waitFor();
      const textOf = async (press: () => Promise<void>) => {
        const downloading = page.waitForEvent("download");
        await press();
        return readFile(await (await downloading).path(), "utf8");
      };
      await page.getByText(t.orders.tools).click();
      const masked = await textOf(() => button(page, t.orders.csv.label).click());
      expect(masked).toContain(order.orderCode);
      expect(masked).toContain(`"${t.orders.csv.columns.email}"`);
      expect(masked).not.toContain(person.email);
      await expect(page.getByRole("status").filter({ hasText: t.orders.csv.done.split("{")[0] ?? "" })).toBeFocused();
      await button(page, t.orders.csv.withContacts).click();
      const question = page.getByRole("group", { name: t.orders.csv.question });
      await button(page, t.orders.csv.yes).click();
      await question.getByText(t.orders.csv.noReason).waitFor();
      await question.getByLabel(t.orders.csv.reason, { exact: true }).selectOption("regulator");
      expect(await textOf(() => button(page, t.orders.csv.yes).click())).toContain(person.email);
      await page.getByRole("navigation", { name: t.nav.label }).getByRole("link", { name: t.nav.history }).click();
      await page.getByRole("heading", { name: t.history.title, level: 1 }).waitFor();
      await page.locator("summary").filter({ hasText: t.history.filters }).click();
      await page.getByLabel(t.history.where, { exact: true }).selectOption(draw.id);
      const entries = page.getByRole("row").filter({ hasText: t.history.kinds["orders-exported"] });
      await expect(entries).toHaveCount(2);
      await entries.filter({ hasText: t.history.values.exportReasons.regulator }).waitFor();
    },
  );
}
