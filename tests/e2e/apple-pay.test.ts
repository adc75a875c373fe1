import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addressOf, waitForState } from "@/tests/support/browse-order";
import { appleButton, authorizeSheet, cancelSheet, fillSheet, sheetOf } from "@/tests/support/browse-sheet";
import { browserForFile } from "@/tests/support/browser";
import { cards, createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import { armFault, capturesOf, setApplePayDomains } from "@/tests/support/sandbox-control";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const browser = browserForFile();
const languages: Language[] = ["en", "fr"];
const patience = { timeout: 150_000 };
let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

/** The browser reports refusals as console errors; here they are what is being tested. */
const refusals = [/status of (402|409|503)/, /was not (answered|validated)/];

async function openDraw(language: Language, overrides: Parameters<typeof drawWith>[0] = {}) {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  const page = await browser.newPage({ locale: `${language}-CA`, allow: refusals });
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  await appleButton(page, language).waitFor();
  return { page, drawId: draw.id };
}

/** Ends at the numbers, and gives what the bank took for them. */
async function expectNumbers(page: Page, language: Language): Promise<void> {
  const { order } = words[language];
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
  const captures = await capturesOf(server.sandboxUrl, orderId);
  expect(captures.map(({ amountCents }) => amountCents)).toEqual([1000]);
}

describe.each(languages)("Apple Pay in %s", (language) => {
  const { checkout, reasons } = words[language];

  it("buys in two taps, and its order has an AP number at the bank", async () => {
    const { page } = await openDraw(language);
    await appleButton(page, language).click();
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
    const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
    const [capture] = await capturesOf(server.sandboxUrl, orderId);
    expect(capture?.orderNumber).toBe(`AP${orderId}`);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it("opens one sheet for a double tap, and takes one order", async () => {
    const { page } = await openDraw(language);
    const placed: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/orders")) placed.push(request.url());
    });
    await appleButton(page, language).dblclick();
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
    expect(placed.length).toBe(1);
  });

  it("that is cancelled says so, keeps the tickets, and takes a second tap", async () => {
    const { page } = await openDraw(language);
    await appleButton(page, language).click();
    await cancelSheet(page, language);
    await page.getByText(checkout.applePay.cancelled, { exact: true }).waitFor();
    await page.getByText(checkout.heldTitle.split("{")[0] ?? "").waitFor();
    await page.reload();
    await appleButton(page, language).click();
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
  });

  it("that is cancelled leaves an order that a card pays, once it knows who buys", async () => {
    const { page } = await openDraw(language);
    await appleButton(page, language).click();
    await cancelSheet(page, language);
    await page.getByText(checkout.applePay.cancelled, { exact: true }).waitFor();
    await fillDetails(page, language);
    await fillCard(page);
    await payButton(page, language).click();
    await expectNumbers(page, language);
  });

  it("that is declined says so, and another card in a second tap pays the same order once", async () => {
    const { page } = await openDraw(language);
    await appleButton(page, language).click();
    await fillSheet(page, "card", cards.declined);
    await authorizeSheet(page, language);
    await page.getByText(checkout.applePay.failed, { exact: true }).waitFor();
    await page.getByText(reasons.declined).waitFor();
    await sheetOf(page).waitFor({ state: "detached" });
    await appleButton(page, language).click();
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
  });

  it("asks in the sheet for a missing e-mail and phone", async () => {
    const { page } = await openDraw(language);
    await appleButton(page, language).click();
    await fillSheet(page, "email", "");
    await fillSheet(page, "phone", "");
    await authorizeSheet(page, language);
    await sheetOf(page).getByText(checkout.applePay.required.email, { exact: true }).waitFor();
    await sheetOf(page).getByText(checkout.applePay.required.phone, { exact: true }).waitFor();
    await fillSheet(page, "email", "rosalie@example.test");
    await fillSheet(page, "phone", "416 555-0199");
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
  });

  it("asks in the sheet for an address in the draw's provinces, and charges nothing before", async () => {
    const { page } = await openDraw(language, { residenceProvinces: ["ON"] });
    await appleButton(page, language).click();
    await fillSheet(page, "postalCode", "H2X 1Y4");
    await fillSheet(page, "province", "QC");
    await authorizeSheet(page, language);
    await sheetOf(page).getByText(checkout.wrong.province).waitFor();
    await fillSheet(page, "province", "ON");
    await fillSheet(page, "postalCode", "M5V 3L9");
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
  });

  it("that is cancelled while the bank is asked is a question, and ends in numbers", patience, async () => {
    const { page } = await openDraw(language);
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

  it(
    "whose answer the bank never gave fails the sheet and is asked about until there are numbers",
    patience,
    async () => {
      const { page } = await openDraw(language);
      await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
      await appleButton(page, language).click();
      await authorizeSheet(page, language);
      await page.waitForURL(/\/order\//, { timeout: 45_000 });
      await waitForState(page, language, "finalized");
      expect(await capturesOf(server.sandboxUrl, addressOf(page).orderId)).toHaveLength(1);
    },
  );

  it("closes the sheet with the reason when the tickets were sold since the page came", async () => {
    // The page must not hear of the sale before the tap.
    const additionalOptions = { recentPurchases_refreshRate: 600_000 };
    const { page, drawId } = await openDraw(language, { maxTickets: 10, additionalOptions });
    const other = createBuyer(server);
    const placed = await other.placeOrder({ instanceId: drawId });
    await other.pay(placed.body.order, await tokenFor(server.sandboxUrl));
    await appleButton(page, language).click();
    await page.getByText(reasons["not-enough-left"]).waitFor();
    expect(await sheetOf(page).count()).toBe(0);
  });

  it("says that it is not available when Apple does not know the shop, and works once it does", async () => {
    const { page } = await openDraw(language);
    await setApplePayDomains(server.sandboxUrl, []);
    await appleButton(page, language).click();
    await page.getByText(checkout.applePay.unavailable, { exact: true }).waitFor();
    expect(await sheetOf(page).count()).toBe(0);
    await setApplePayDomains(server.sandboxUrl, null);
    await appleButton(page, language).click();
    await authorizeSheet(page, language);
    await expectNumbers(page, language);
  });
});

it("a page in a browser without Apple Pay shows nothing of it", async () => {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await browser.newPage({ allow: [/apple-pay/, /ERR_FAILED/] });
  await page.route("**/sandbox/apple-pay*", (route) => route.abort());
  await page.goto(`${server.url}/${draw.id}`);
  await fillDetails(page, "en");
  await fillCard(page);
  expect(await appleButton(page, "en").count()).toBe(0);
  await payButton(page, "en").click();
  await page.waitForURL(/\/success\?/);
});
