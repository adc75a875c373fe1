import { expect } from "playwright/test";

import { readOrderLocator, waitForState } from "@/tests/support/browser/browse-order";
import {
  appleButton,
  authorizeSheet,
  buyByApple,
  cancelSheet,
  fillSheet,
  getSheet,
  openAppleDraw,
} from "@/tests/support/browser/browse-sheet";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { cards, createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import { fullRunOnly, journeyLanguages } from "@/tests/support/runner/tier";
import { armFault, listCaptures, setApplePayDomains } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

const testTimeoutMs = 150_000;
/** Keeps the page from polling, so that it doesn't learn of a sale before the tap. */
const additionalOptions = { recentPurchases_refreshRate: 600_000 };

async function sell(server: Server, drawId: string, packageId: string): Promise<void> {
  const other = createBuyer(server);
  const lines = [{ poolId: "main", packageId, quantity: 1 }];
  const placed = await other.placeOrder({ instanceId: drawId, lines });
  await other.pay(placed.body.order, await tokenFor(server.sandboxUrl));
}

for (const language of journeyLanguages) {
  test.describe(`Apple Pay failures in ${language}`, () => {
    const { checkout, reasons } = words[language];

    test("a declined payment says so, and another card in a second tap pays the same order once", async ({
      pages,
      server,
    }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await appleButton(page, language).click();
      await fillSheet(page, "card", cards.declined);
      await authorizeSheet(page, language);
      await page.getByText(checkout.applePay.failed, { exact: true }).waitFor();
      await page.getByText(reasons.declined).waitFor();
      await getSheet(page).waitFor({ state: "detached" });
      await buyByApple(page, server, language);
    });

    test("a payment cancelled while the bank is asked shows as pending, and ends in numbers", async ({
      pages,
      server,
    }) => {
      test.setTimeout(testTimeoutMs);
      const { page } = await openAppleDraw(pages, server, language);
      await armFault(server.sandboxUrl, { at: "payments", kind: "delay", delayMs: 6000 });
      await appleButton(page, language).click();
      await authorizeSheet(page, language);
      await cancelSheet(page, language);
      await page
        .getByText(checkout.lostTitle)
        .or(page.getByText(words[language].order.states.asking.title))
        .first()
        .waitFor();
      expect(await page.getByText(checkout.applePay.cancelled, { exact: true }).count()).toBe(0);
      await page.waitForURL(/\/(order\/|success\?)/);
      await page.getByRole("heading", { name: words[language].order.yourNumbers }).waitFor({ timeout: 90_000 });
    });

    test(
      "a payment that the bank never answers fails the sheet and is looked up until there are numbers",
      fullRunOnly,
      async ({ pages, server }) => {
        test.setTimeout(testTimeoutMs);
        const { page } = await openAppleDraw(pages, server, language);
        await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
        await appleButton(page, language).click();
        await authorizeSheet(page, language);
        await page.waitForURL(/\/order\//, { timeout: 45_000 });
        await waitForState(page, language, "finalized");
        expect(await listCaptures(server.sandboxUrl, readOrderLocator(page).orderId)).toHaveLength(1);
      },
    );

    test("closes the sheet with the reason if too few tickets are left, and accepts a tap for fewer", async ({
      pages,
      server,
    }) => {
      const { page, drawId } = await openAppleDraw(pages, server, language, { maxTickets: 10, additionalOptions });
      await sell(server, drawId, "three");
      await appleButton(page, language).click();
      await page.getByText(reasons["not-enough-left"]).waitFor();
      expect(await getSheet(page).count()).toBe(0);
      await page.locator('input[value="packages:three"]').check();
      await buyByApple(page, server, language, 500);
    });

    test(
      "closes the sheet if no ticket is left, and shows the reason where the button was",
      fullRunOnly,
      async ({ pages, server }) => {
        const { page, drawId } = await openAppleDraw(pages, server, language, { maxTickets: 10, additionalOptions });
        await sell(server, drawId, "ten");
        await appleButton(page, language).click();
        await appleButton(page, language).waitFor({ state: "detached" });
        await page.locator("#checkout-trouble:focus", { hasText: reasons["sold-out"] }).waitFor();
        expect(await getSheet(page).count()).toBe(0);
      },
    );

    test("waits if Apple is slow to validate the merchant", fullRunOnly, async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await armFault(server.sandboxUrl, { at: "apple-session", kind: "delay", delayMs: 3000 });
      await buyByApple(page, server, language);
    });

    for (const [trouble, kind] of [
      ["cannot be reached", "drop"],
      ["never answers", "hang"],
    ] as const) {
      test(
        `is not available if Apple ${trouble}, and accepts another tap once it does`,
        fullRunOnly,
        async ({ pages, server }) => {
          const { page } = await openAppleDraw(pages, server, language);
          await armFault(server.sandboxUrl, { at: "apple-session", kind });
          await appleButton(page, language).click();
          await page.getByText(checkout.applePay.unavailable, { exact: true }).waitFor();
          expect(await getSheet(page).count()).toBe(0);
          await buyByApple(page, server, language);
        },
      );
    }

    test("says that it is not available if Apple doesn't know the merchant, and works once it does", async ({
      pages,
      server,
    }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await setApplePayDomains(server.sandboxUrl, []);
      await appleButton(page, language).click();
      await page.getByText(checkout.applePay.unavailable, { exact: true }).waitFor();
      expect(await getSheet(page).count()).toBe(0);
      await setApplePayDomains(server.sandboxUrl, null);
      await buyByApple(page, server, language);
    });
  });
}
