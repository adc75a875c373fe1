import { expect } from "playwright/test";

import {
  appleButton,
  authorizeSheet,
  buyByApple,
  cancelSheet,
  expectNumbers,
  fillSheet,
  getSheet,
  openAppleDraw,
} from "@/tests/support/browser/browse-sheet";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { journeyLanguages } from "@/tests/support/runner/tier";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";

for (const language of journeyLanguages) {
  test.describe(`Apple Pay in ${language}`, () => {
    const { checkout } = words[language];

    test("buys in two taps, and the order has an AP number at the bank", async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language);
      const orderId = await buyByApple(page, server, language);
      const [capture] = await listCaptures(server.sandboxUrl, orderId);
      expect(capture?.orderNumber).toBe(`AP${orderId}`);
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    });

    test("opens one sheet and places one order for a double tap", async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language);
      const placed: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/api/orders")) placed.push(request.url());
      });
      await appleButton(page, language).dblclick();
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
      expect(placed.length).toBe(1);
    });

    test("cancelled, says so, keeps the tickets, and accepts a second tap", async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await appleButton(page, language).click();
      await cancelSheet(page, language);
      await page.getByText(checkout.applePay.cancelled, { exact: true }).waitFor();
      await page.getByText(checkout.heldTitle.split("{")[0] ?? "").waitFor();
      await page.reload();
      await buyByApple(page, server, language);
    });

    test("cancelled, leaves an order that a card can pay once the buyer's details are entered", async ({
      pages,
      server,
    }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await appleButton(page, language).click();
      await cancelSheet(page, language);
      await page.getByText(checkout.applePay.cancelled, { exact: true }).waitFor();
      await fillDetails(page, language);
      await fillCard(page);
      await payButton(page, language).click();
      await expectNumbers(page, server, language);
    });

    test("asks for a missing email and phone in the sheet", async ({ pages, server }) => {
      const { page } = await openAppleDraw(pages, server, language);
      await appleButton(page, language).click();
      await fillSheet(page, "email", "");
      await fillSheet(page, "phone", "");
      await authorizeSheet(page, language);
      await getSheet(page).getByText(checkout.applePay.required.email, { exact: true }).waitFor();
      await getSheet(page).getByText(checkout.applePay.required.phone, { exact: true }).waitFor();
      await fillSheet(page, "email", "rosalie@example.test");
      await fillSheet(page, "phone", "416 555-0199");
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
    });

    test("asks in the sheet for an address in the draw's provinces, and charges nothing before that", async ({
      pages,
      server,
    }) => {
      const { page } = await openAppleDraw(pages, server, language, { residenceProvinces: ["ON"] });
      await appleButton(page, language).click();
      await fillSheet(page, "postalCode", "H2X 1Y4");
      await fillSheet(page, "province", "QC");
      await authorizeSheet(page, language);
      await getSheet(page).getByText(checkout.wrong.province).waitFor();
      await fillSheet(page, "province", "ON");
      await fillSheet(page, "postalCode", "M5V 3L9");
      await authorizeSheet(page, language);
      await expectNumbers(page, server, language);
    });
  });
}

test("a page in a browser without Apple Pay doesn't mention it", async ({ pages, server }) => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage({ allow: [/apple-pay/, /ERR_FAILED/] });
  await page.route("**/sandbox/apple-pay*", (route) => route.abort());
  await page.goto(`${server.url}/${draw.id}`);
  await fillDetails(page, "en");
  await fillCard(page);
  expect(await appleButton(page, "en").count()).toBe(0);
  await payButton(page, "en").click();
  await page.waitForURL(/\/success\?/);
});
