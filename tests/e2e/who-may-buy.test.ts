import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import {
  appleButton,
  authorizeSheet,
  expectNumbers,
  getSheet,
  openAppleDraw,
} from "@/tests/support/browser/browse-sheet";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { everythingOn, openTablet } from "@/tests/support/browser/kiosk";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { allTransactions } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

const ottawa = { latitude: 45.4236, longitude: -75.7009, accuracy: 20 };
const gatineau = { latitude: 45.4286, longitude: -75.713, accuracy: 20 };
const chaudiereBridge = { latitude: 45.4225, longitude: -75.7127, accuracy: 20 };

/** The browser logs a 403 as a console error. */
const refusals = [/status of 403/];

/** Without `checkoutAccess`, both checks apply. */
async function openDraw(server: Server): Promise<string> {
  const { checkoutAccess: _none, ...draw } = drawWith();
  await importDraw(server, draw);
  return draw.id ?? "";
}

for (const language of languages) {
  test(
    `a draw with the default checks sells on a phone inside its province, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { checkout, reasons } = words[language as Language];
      const page = await pages.newPage({ allow: refusals });
      const context = page.context();
      const requests: string[] = [];
      await page.exposeFunction("noteAsking", (what: string) => requests.push(what));
      await page.addInitScript(() => {
        const { geolocation } = navigator;
        const ask = geolocation.getCurrentPosition.bind(geolocation);
        geolocation.getCurrentPosition = (...given) => {
          (window as unknown as { noteAsking: (what: string) => void }).noteAsking("position");
          ask(...given);
        };
      });
      await page.goto(`${server.url}${pathIn(language, `/${await openDraw(server)}`)}`);
      await fillDetails(page, language);
      await fillCard(page);

      await payButton(page, language).click();
      await page.getByText(checkout.missing.position).first().waitFor();
      expect(requests).toEqual([]);

      const share = page.locator("#checkout-position");
      await share.click();
      await page.locator("#checkout-position-error").getByText(checkout.position.denied).waitFor();

      await context.grantPermissions(["geolocation"]);
      const payAt = async (position: typeof ottawa) => {
        await context.setGeolocation(position);
        await share.click();
        await page.getByText(checkout.position.known).waitFor();
        await payButton(page, language).click();
      };
      await payAt(gatineau);
      await page.getByText(reasons["gps-location-elsewhere"]).waitFor();
      await payAt(chaudiereBridge);
      await page.getByText(reasons["gps-location-border"]).waitFor();
      expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("Rosalie Tremblay");
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
      expect(stored).not.toContain("45.42");
      await payAt(ottawa);
      await page.waitForURL(/\/success\?/);
      expect(requests).toHaveLength(4);
    },
  );
}

/** The specification's defaults. */
const checkoutAccess = { requireGPSCheck: true, requireIPCheck: true };

function placedOn(page: Page): string[] {
  const placed: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/orders")) placed.push(request.url());
  });
  return placed;
}

async function shareFrom(page: Page, language: Language, position: typeof ottawa): Promise<void> {
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation(position);
  await page.locator("#checkout-position").click();
  await page.getByText(words[language].checkout.position.known).waitFor();
}

for (const language of languages as readonly Language[]) {
  const { checkout, reasons, kiosk, order } = words[language];

  test(
    `Apple Pay opens its sheet once the position is known, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language, { checkoutAccess });
      const placed = placedOn(page);
      const share = page.locator("#checkout-position");
      const transactions = await allTransactions(server.sandboxUrl);

      // Before the position is known, there is no Apple Pay button, because the order would be refused.
      const bar = page.getByRole("region", { name: checkout.bar.label });
      const lead = bar.getByRole("button", { name: checkout.position.share });
      await lead.click();
      await expect(share).toBeFocused();
      expect(await appleButton(page, language).count()).toBe(0);
      await share.click();
      await expect(page.locator("#checkout-position-error")).toHaveText(checkout.position.denied);
      await lead.click();
      await expect(share).toBeFocused();
      await expect(page.locator("#checkout-position-error")).toHaveText(checkout.position.denied);
      expect([await getSheet(page).count(), placed, await allTransactions(server.sandboxUrl)]).toEqual([
        0,
        [],
        transactions,
      ]);

      await shareFrom(page, language, ottawa);
      await page.locator("#checkout-pay").scrollIntoViewIfNeeded();
      await expect(page.locator("#checkout-pay")).toBeInViewport({ ratio: 1 });
      await appleButton(page, language).click();
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
      expect(placed.length).toBe(1);
    },
  );

  test(
    `a wide screen asks for the position above Apple's button, in ${language}`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      const draw = drawWith({ checkoutAccess });
      await importDraw(server, draw);
      const page = await pages.newPage();
      await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
      const place = page.getByRole("region", { name: "Apple Pay" });
      const share = place.getByRole("button", { name: checkout.position.share });
      await share.click();
      await expect(place.getByText(checkout.position.denied)).toBeVisible();
      expect(await appleButton(page, language).count()).toBe(0);
      await page.context().grantPermissions(["geolocation"]);
      await page.context().setGeolocation(ottawa);
      await place.getByRole("button", { name: checkout.position.again }).click();
      await expect(appleButton(page, language)).toBeFocused();
      await appleButton(page, language).click();
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
    },
  );

  test(
    `Apple Pay closes its sheet and says why if the buyer is elsewhere, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language, { checkoutAccess });
      const transactions = await allTransactions(server.sandboxUrl);
      await shareFrom(page, language, gatineau);
      await appleButton(page, language).click();
      await page.getByText(reasons["gps-location-elsewhere"]).waitFor();
      await getSheet(page).waitFor({ state: "detached" });
      expect(await allTransactions(server.sandboxUrl)).toEqual(transactions);
      await shareFrom(page, language, ottawa);
      await appleButton(page, language).click();
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
    },
  );

  test(
    `a shared tablet asks each buyer for their position, in ${language}`,
    fullRunOnlyIn(language, "@tablet"),
    async ({ pages, server }) => {
      const { page } = await openTablet(pages, server, language, { draw: { checkoutAccess }, allow: refusals });
      const placed = placedOn(page);
      const transactions = await allTransactions(server.sandboxUrl);
      const error = page.locator("#checkout-position-error");
      const pay = async () => {
        await fillDetails(page, language);
        await fillCard(page);
        await payButton(page, language).click();
      };
      await pay();
      await expect(error).toHaveText(checkout.missing.position);
      await page.locator("#checkout-position").click();
      await expect(error).toHaveText(checkout.position.denied);
      await payButton(page, language).click();
      await expect(error).toHaveText(checkout.position.denied);
      expect([placed, await allTransactions(server.sandboxUrl)]).toEqual([[], transactions]);

      await shareFrom(page, language, ottawa);
      await payButton(page, language).click();
      await page.getByRole("heading", { name: order.states.confirmed.title }).waitFor();
      expect(await everythingOn(page)).not.toContain("45.42");
      await page.getByRole("button", { name: kiosk.done }).click();
      await page.getByRole("heading", { name: checkout.stepDetails }).waitFor();
      await expect(page.getByText(checkout.position.known)).toHaveCount(0);
      await pay();
      await expect(error).toHaveText(checkout.missing.position);
      expect(placed.length).toBe(1);
    },
  );
}
