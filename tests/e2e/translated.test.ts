import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { waitForState } from "@/tests/support/browser/browse-order";
import { button, cashConfirm, openSale, readSold } from "@/tests/support/browser/browse-sale";
import { deviceTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, readsLike, words } from "@/tests/support/browser/checkout";
import { getBar } from "@/tests/support/browser/pay-bar";
import { translateAlways, translateOnce } from "@/tests/support/browser/translate";
import { cards, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { armFault, listCaptures, setBankTime } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

const test = deviceTest({ parentId: "test-parent", printer: "58mm" });
const refusals = [/status of (402|409)/];

/** React reports that it redraws a page that was translated before hydration. */
const drawnAnew = /Minified React error #418|hydration/i;

async function openDraw(server: Server): Promise<string> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true } });
  await importDraw(server, draw);
  return draw.id;
}

const whenTranslated = {
  once: { prepare: async () => {}, now: translateOnce },
  always: { prepare: (page: Page) => translateAlways(page, { heedsMarks: true }), now: async () => {} },
};

async function paySlowly(page: Page, server: Server, language: Language): Promise<void> {
  const { checkout, order } = words[language];
  await setBankTime(server.sandboxUrl, 1500);
  await fillCard(page, cards.slowApproved);
  await payButton(page, language).click();
  await page.getByRole("button", { name: checkout.paying, exact: true }).first().waitFor();
  await page.waitForURL(/\/success\?/);
  await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
  expect((await listCaptures(server.sandboxUrl, orderId)).map(({ amountCents }) => amountCents)).toEqual([2000]);
}

for (const language of languages) {
  const { checkout, order, reasons, terminalSale, terminalReceipt } = words[language];
  const locale = `${language}-CA` as const;

  for (const [time, { prepare, now }] of Object.entries(whenTranslated)) {
    const tags = time === "always" ? {} : fullRunOnlyIn(language);
    test(`a page translated ${time} is bought on, in ${language}`, tags, async ({ pages, server }) => {
      const page = await pages.newPage({ locale, allow: [...refusals, drawnAnew] });
      await prepare(page);
      await page.goto(`${server.url}${pathIn(language, `/${await openDraw(server)}`)}`);
      await getBar(page, language).waitFor();
      await now(page);
      expect(await page.locator("font[data-translated]").count()).toBeGreaterThan(20);

      await page.getByRole("button", { name: checkout.plainList }).click();
      await page.getByRole("button", { name: checkout.fullList }).waitFor();
      await page.getByRole("radio", { name: /^40/ }).check();
      await expect(getBar(page, language)).toContainText("40");
      await expect(page.locator("#checkout-pay")).toContainText("20");
      await fillDetails(page, language);
      await page.locator("#checkout-email").fill("rosalie@gmial.com");
      await page.locator("#checkout-name").focus();
      const meant = page.getByRole("button", { name: "rosalie@gmail.com" });
      await meant.click();
      await expect(page.locator("#checkout-email")).toHaveValue("rosalie@gmail.com");
      await expect(meant).toHaveCount(0);
      await page.getByText(checkout.emailHint, { exact: true }).waitFor();

      await fillCard(page, cards.declined);
      await payButton(page, language).click();
      await page.getByText(reasons.declined, { exact: true }).waitFor();
      const holdNotice = page.locator("#checkout-held");
      await expect(holdNotice).toHaveText(readsLike(checkout.heldLeft));
      await now(page);
      const before = await holdNotice.textContent();
      await expect(holdNotice).not.toHaveText(before ?? "");
      await paySlowly(page, server, language);
    });
  }

  test(
    `an order whose payment is looked up tells its end on a translated page, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const page = await pages.newPage({ locale, allow: [drawnAnew] });
      await translateAlways(page, { heedsMarks: true });
      await page.goto(`${server.url}${pathIn(language, `/${await openDraw(server)}`)}`);
      // What is typed before React has drawn a translated page anew would be lost.
      await getBar(page, language).waitFor();
      await fillDetails(page, language);
      await fillCard(page);
      await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
      await payButton(page, language).click();
      await page.waitForURL(/\/order\//);
      await waitForState(page, language, "finalized");
      await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
    },
  );

  test(
    `what is typed before hydration stays on a translated page, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const page = await pages.newPage({ locale, allow: [drawnAnew] });
      await translateAlways(page, { heedsMarks: true });
      const scripts = Promise.withResolvers<void>();
      await page.route(/\/_next\/static\/.*\.js/, async (route) => {
        await scripts.promise;
        await route.continue();
      });
      const draw = drawWith({ enabledProvinces: ["ON", "QC"], residenceProvinces: ["ON", "QC"] });
      await importDraw(server, draw);
      await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`, { waitUntil: "commit" });
      const served = await page.locator("#checkout").elementHandle();
      await fillDetails(page, language);
      await page.getByRole("radio", { name: /^40/ }).check();
      scripts.resolve();
      await expect(getBar(page, language)).toContainText("40");
      expect(await served?.evaluate((form) => form.isConnected)).toBe(false);
      await expect(page.locator("#checkout-name")).toHaveValue("Rosalie Tremblay");
      await expect(page.locator("#checkout-email")).toHaveValue("rosalie@example.test");
      await expect(page.locator("#checkout-province")).toHaveValue("ON");
      for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
    },
  );

  test(
    `cash is taken at a terminal whose marks a translator ignores, in ${language}`,
    fullRunOnlyIn(language, "@tablet"),
    async ({ pages, server, device }) => {
      const drawId = await openDraw(server);
      const page = await openSale(pages, { server, device, language, drawId }, { allow: [drawnAnew] });
      await button(page, terminalSale.methods.cash).waitFor();
      expect(await page.locator("[translate=no]").first().textContent()).toContain(terminalSale.methods.cash);
      await translateAlways(page, { heedsMarks: false });
      await page.reload();
      await page.getByRole("radio", { name: /^40/ }).click();
      await button(page, terminalSale.methods.cash).click();
      await cashConfirm(page, language).click();
      expect(await readSold(page, device)).toMatchObject({ status: "finalized", amount: 20 });
      await page.getByRole("heading", { name: terminalReceipt.heading }).waitFor();
      await page.getByRole("link", { name: terminalReceipt.check.yes }).click();
      await button(page, terminalSale.methods.cash).waitFor();
    },
  );
}
