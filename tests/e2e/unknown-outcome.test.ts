import { expect } from "playwright/test";

import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { expectNoWayToPay, orderUrl, payIntoFault, waitForState } from "@/tests/support/browser/browse-order";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, pathIn, payButton, waitForCard, words } from "@/tests/support/browser/checkout";
import { cards, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnly, journeyLanguages } from "@/tests/support/runner/tier";
import { clearFaults, listCaptures, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

test.describe.configure({ timeout: 240_000 });
const hiddenFromReportMs = 600_000;

async function openDraw(server: Server): Promise<string> {
  const draw = drawWith();
  await importDraw(server, draw);
  return draw.id;
}

async function expectOneCapture(server: Server, { orderId }: OrderLocator): Promise<void> {
  const captures = await listCaptures(server.sandboxUrl, orderId);
  expect(captures.map(({ amountCents }) => amountCents)).toEqual([1000]);
}

for (const language of journeyLanguages) {
  test.describe(`a payment captured without an answer, in ${language}`, () => {
    const { order, orderWatch, checkout } = words[language];
    const locale = `${language}-CA` as const;

    test("is looked up, survives the tab, and ends in numbers on a page that stayed open", async ({
      pages,
      server,
    }) => {
      await setReportLag(server.sandboxUrl, hiddenFromReportMs);
      const drawId = await openDraw(server);
      const first = await pages.newPage({ locale });
      const fault = { at: "payments", kind: "drop", moment: "after" } as const;
      const locator = await payIntoFault(first, server, { language, drawId, fault });
      await waitForState(first, language, "asking");
      await first.getByText(order.states.asking.text).waitFor();
      await first.getByText(orderWatch.sent, { exact: true }).waitFor();
      expect(await first.title()).toContain(order.states.asking.title);
      await expectNoWayToPay(first, language);

      // The tab remembers the order, so the draw's URL leads back to it.
      await first.goto(`${server.url}${pathIn(language, `/${drawId}`)}`);
      await first.waitForURL(/\/order\//);

      // Another tab of this browser asks before a second charge. Another browser doesn't.
      const beside = await pages.newPage({ locale, beside: first });
      await first.close();
      const drawUrl = `${server.url}${pathIn(language, `/${drawId}`)}`;
      await beside.goto(drawUrl);
      await beside.getByText(checkout.openPayment.title).waitFor();
      await fillDetails(beside, language);
      await fillCard(beside);
      await payButton(beside, language).click();
      await beside.getByText(checkout.openPayment.ask).waitFor();
      const openPaymentLink = beside.getByRole("link", { name: checkout.openPayment.link });
      expect(await openPaymentLink.getAttribute("href")).toBe(pathIn(language, `/order/${drawId}/${locator.orderId}`));
      const stranger = await pages.newPage({ locale });
      const answer = stranger.waitForResponse(/\/open-payment$/);
      await stranger.goto(drawUrl);
      expect(await (await answer).json()).toEqual({ payment: null });
      // The open page polls every few seconds, even just before it is closed.
      await beside.goto("about:blank");
      const requests: string[] = [];
      beside.on("request", (request) => requests.push(request.url()));
      await beside.goto(`${server.url}${pathIn(language, `/1/${drawId}`)}`);
      await fillDetails(beside, language);
      await waitForCard(beside);
      expect(requests.filter((url) => url.includes("open-payment"))).toEqual([]);
      expect(await beside.getByText(checkout.openPayment.title).count()).toBe(0);
      await beside.close();
      await stranger.close();

      const second = await pages.newPage({ locale });
      await second.goto(orderUrl(server, language, locator));
      await waitForState(second, language, "asking");
      const announcing = await second
        .getByRole("status")
        .filter({ hasText: order.states.asking.title })
        .elementHandle();
      await second.getByRole("button", { name: orderWatch.checkNow }).focus();
      await setReportLag(server.sandboxUrl, 0);
      await waitForState(second, language, "finalized");
      // The focused button is gone, so the answer appears in the question's live region.
      expect(await announcing?.textContent()).toContain(order.states.finalized.title);
      expect(await announcing?.evaluate((region) => region.isConnected)).toBe(true);
      await expect.poll(() => second.evaluate(() => document.activeElement?.tagName)).toBe("H1");
      await expect.poll(() => second.title()).toContain(order.states.finalized.title);
      await second.getByRole("heading", { name: order.yourNumbers }).waitFor();
      await expectOneCapture(server, locator);
    });

    test("is never offered again by the checkout, which finds the numbers once the server can be reached", async ({
      pages,
      server,
    }) => {
      const page = await pages.newPage({ locale, allow: [/ERR_FAILED/, /was not answered/] });
      await page.goto(`${server.url}${pathIn(language, `/${await openDraw(server)}`)}`);
      await fillDetails(page, language);
      await fillCard(page);
      // The payment succeeds, but the buyer gets neither its answer nor the order's state.
      await page.route("**/processPayment", async (route) => {
        await route.fetch();
        await route.abort();
      });
      const readsOfOrders = /\/api\/orders\/[^/]+\/[0-9A-Z]{26}$/;
      await page.route(readsOfOrders, (route) => route.abort());
      await payButton(page, language).click();
      await page.getByText(checkout.lostTitle).waitFor();
      await page.getByText(checkout.lostContact).waitFor();
      await expect.poll(() => page.title()).toBe(checkout.lostTitle);
      await expectNoWayToPay(page, language);
      await page.unroute(readsOfOrders);
      await page.getByRole("button", { name: checkout.checkNow }).click();
      await waitForState(page, language, "finalized");
      const [instanceId = "", orderId = ""] = page.url().split("/").slice(-2);
      await expectOneCapture(server, { instanceId, orderId });
    });
  });
}

for (const language of journeyLanguages) {
  test.describe(`a payment declined without an answer, in ${language}`, () => {
    const { heldOrder, order } = words[language];

    test("returns the order to its buyer, who pays with another card once", async ({ pages, server }) => {
      const page = await pages.newPage({ locale: `${language}-CA` });
      const fault = { at: "payments", kind: "drop", moment: "after" } as const;
      const drawId = await openDraw(server);
      const locator = await payIntoFault(page, server, { language, drawId, fault, card: cards.declined });
      await waitForState(page, language, "declined");
      await page.getByRole("link", { name: heldOrder.payAgain }).click();
      await fillCard(page);
      await payButton(page, language).click();
      await page.waitForURL(/\/success\?/);
      await page.getByText(order.states.confirmed.title).waitFor();
      await expectOneCapture(server, locator);
    });
  });
}

for (const language of journeyLanguages) {
  test.describe(`a payment of a different amount, in ${language}`, () => {
    const { order } = words[language];

    test("gets no numbers and is refunded, and the page says so", fullRunOnly, async ({ pages, server }) => {
      const page = await pages.newPage({ locale: `${language}-CA` });
      const fault = { at: "payments", kind: "wrong-amount", amount: 7 } as const;
      const locator = await payIntoFault(page, server, { language, drawId: await openDraw(server), fault });
      await waitForState(page, language, "returned");
      await page.getByText(order.refunds.surplus).waitFor();
      await page.getByText(language === "en" ? "$7.00" : /7,00\s\$/).waitFor();
      await page.getByRole("link", { name: order.buyAgain }).waitFor();
      await expectNoWayToPay(page, language);
      const captures = await listCaptures(server.sandboxUrl, locator.orderId);
      expect(captures.map((capture) => [capture.amountCents, capture.voided || capture.returnedCents === 700])).toEqual(
        [[700, true]],
      );
      await clearFaults(server.sandboxUrl);
    });
  });
}
