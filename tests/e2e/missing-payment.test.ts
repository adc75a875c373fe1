import type { Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ageData } from "@/tests/support/age-data";
import type { Address } from "@/tests/support/browse-order";
import { addressOf, expectNoWayToPay, orderUrl, payIntoFault, waitForState } from "@/tests/support/browse-order";
import { browserForFile } from "@/tests/support/browser";
import { importDraw } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import type { FaultStage } from "@/tests/support/fault-stage";
import { expectClean, openFaultStage } from "@/tests/support/fault-stage";
import type { GatewayProxy } from "@/tests/support/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/gateway-proxy";
import { capturesOf } from "@/tests/support/sandbox-control";
import type { Server } from "@/tests/support/server";

const browser = browserForFile();
const languages: Language[] = ["en", "fr"];
/** The request of the payment never arrives: the bank cannot know of it. */
const requestLost = { at: "payments", kind: "drop", moment: "before" } as const;

let stage: FaultStage;
let gateway: GatewayProxy;

beforeEach(async () => {
  stage = await openFaultStage();
  gateway = await startGatewayProxy(stage.sandbox.url);
});

afterEach(async () => {
  await stage.close();
  await gateway.close();
});

function startServer(port?: number): Promise<Server> {
  return stage.start({ BAMBORA_API_URL: gateway.url }, port);
}

/** How often the bank was asked about a payment. */
function looksFor({ orderId }: Address): number {
  return gateway.calls().filter(({ number, firstRow }) => number === orderId && firstRow === 1).length;
}

/** Sixteen minutes go by while the server is away; the page stays open and keeps trying. */
async function letTimePass(page: Page, language: Language, server: Server): Promise<Server> {
  const { orderWatch } = words[language];
  expect(await server.terminate()).toBe(0);
  await page.getByRole("button", { name: orderWatch.checkNow }).click();
  await page.getByText(orderWatch.lost).waitFor();
  await ageData(stage.dataDir, 16);
  return startServer(server.port);
}

async function buyAgain(page: Page, language: Language): Promise<Address> {
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

async function capturedCents({ orderId }: Address): Promise<number[]> {
  return (await capturesOf(stage.sandbox.url, orderId)).map(({ amountCents }) => amountCents);
}

describe.each(languages)("a payment that the bank never saw, in %s", (language) => {
  const { order, orderWatch } = words[language];

  it("is told as made by nobody after 16 minutes and two looks; the buyer pays again, once", async () => {
    const first = await startServer();
    const draw = drawWith();
    await importDraw(first, draw);
    const page = await browser.newPage({ locale: `${language}-CA`, allow: [/ERR_CONNECTION/] });
    const lost = await payIntoFault(page, first, { language, drawId: draw.id, fault: requestLost });
    await waitForState(page, language, "asking");
    await page.getByText(order.states.asking.text).waitFor();
    await page.getByText(orderWatch.waiting).waitFor();
    await expectNoWayToPay(page, language);
    await expect.poll(() => looksFor(lost), { timeout: 20_000 }).toBeGreaterThan(0);
    await waitForState(page, language, "asking");

    const second = await letTimePass(page, language, first);
    await waitForState(page, language, "lapsed");
    await page.getByText(order.states.lapsed.text).waitFor();
    expect(await page.title()).toContain(order.states.lapsed.title);
    expect(looksFor(lost)).toBeGreaterThan(1);

    const paid = await buyAgain(page, language);
    await page.getByText(order.states.confirmed.title).waitFor();
    await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
    await expect
      .poll(async () => (await page.getByRole("main").innerText()).replace(/\s+/g, " "))
      .toMatch(/\b1 – 10\b/);
    expect(paid.orderId).not.toBe(lost.orderId);
    expect(await capturedCents(paid)).toEqual([1000]);
    expect(await capturedCents(lost)).toEqual([]);
    await page.goto(orderUrl(second, language, lost));
    await waitForState(page, language, "lapsed");
    expect(addressOf(page)).toEqual(lost);
    await expectClean(second);
  }, 240_000);
});
