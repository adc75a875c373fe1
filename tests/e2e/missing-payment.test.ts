import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import type { OrderLocator } from "@/tests/support/browser/browse-order";
import {
  expectNoWayToPay,
  orderUrl,
  payIntoFault,
  readOrderLocator,
  waitForState,
} from "@/tests/support/browser/browse-order";
import { stageTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnly, journeyLanguages } from "@/tests/support/runner/tier";
import type { GatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectClean } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

/** The request never reaches the bank. */
const requestLost = { at: "payments", kind: "drop", moment: "before" } as const;

type Place = { stage: FaultStage; gateway: GatewayProxy };

const test = stageTest.extend<{ place: Place }>({
  place: async ({ stage }, use) => {
    const gateway = await startGatewayProxy(stage.sandbox.url);
    await use({ stage, gateway });
    await gateway.close();
  },
});

function startServer({ stage, gateway }: Place, port?: number): Promise<Server> {
  return stage.start({ BAMBORA_API_URL: gateway.url }, port);
}

function looksFor({ gateway }: Place, { orderId }: OrderLocator): number {
  return gateway.calls().filter(({ number, firstRow }) => number === orderId && firstRow === 1).length;
}

/** Sixteen minutes pass while the server is down. The page stays open and retries. */
async function letTimePass(place: Place, page: Page, language: Language, server: Server): Promise<Server> {
  const { orderWatch } = words[language];
  expect(await server.terminate()).toBe(0);
  await page.getByRole("button", { name: orderWatch.checkNow }).click();
  await page.getByText(orderWatch.lost).waitFor();
  await ageData(place.stage.dataDir, 16);
  return startServer(place, server.port);
}

async function buyAgain(page: Page, language: Language): Promise<OrderLocator> {
  const { order, reasons } = words[language];
  await page.getByRole("link", { name: order.buyAgain }).click();
  await page.getByText(reasons["order-expired"]).waitFor();
  await fillDetails(page, language);
  await fillCard(page);
  await payButton(page, language).click();
  await page.waitForURL(/\/success\?/);
  const query = new URL(page.url()).searchParams;
  return { instanceId: query.get("instanceId") ?? "", orderId: query.get("orderId") ?? "" };
}

async function capturedCents({ stage }: Place, { orderId }: OrderLocator): Promise<number[]> {
  return (await listCaptures(stage.sandbox.url, orderId)).map(({ amountCents }) => amountCents);
}

for (const language of journeyLanguages) {
  test.describe(`a payment that never reached the bank, in ${language}`, () => {
    const { order, orderWatch } = words[language];

    test(
      "is reported as not made after 16 minutes and two lookups; the buyer pays again, once",
      fullRunOnly,
      async ({ pages, place }) => {
        test.setTimeout(240_000);
        const first = await startServer(place);
        const draw = drawWith();
        await importDraw(first, draw);
        const page = await pages.newPage({ locale: `${language}-CA`, allow: [/ERR_CONNECTION/] });
        const lost = await payIntoFault(page, first, { language, drawId: draw.id, fault: requestLost });
        await waitForState(page, language, "asking");
        await page.getByText(order.states.asking.text).waitFor();
        await page.getByText(orderWatch.waiting).waitFor();
        await expectNoWayToPay(page, language);
        await expect.poll(() => looksFor(place, lost), { timeout: 20_000 }).toBeGreaterThan(0);
        await waitForState(page, language, "asking");

        const second = await letTimePass(place, page, language, first);
        await waitForState(page, language, "lapsed");
        await page.getByText(order.states.lapsed.text).waitFor();
        await expect.poll(() => page.title()).toContain(order.states.lapsed.title);
        expect(looksFor(place, lost)).toBeGreaterThan(1);

        const paid = await buyAgain(page, language);
        await page.getByText(order.states.confirmed.title).waitFor();
        await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
        await expect
          .poll(async () => (await page.getByRole("main").innerText()).replace(/\s+/g, " "))
          .toMatch(/\b1 – 10\b/);
        expect(paid.orderId).not.toBe(lost.orderId);
        expect(await capturedCents(place, paid)).toEqual([1000]);
        expect(await capturedCents(place, lost)).toEqual([]);
        await page.goto(orderUrl(second, language, lost));
        await waitForState(page, language, "lapsed");
        expect(readOrderLocator(page)).toEqual(lost);
        await expectClean(second);
      },
    );
  });
}
