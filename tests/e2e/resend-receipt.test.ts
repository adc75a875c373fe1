import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { ageData } from "@/tests/support/age-data";
import { orderUrl, waitForState } from "@/tests/support/browse-order";
import { browserForFile } from "@/tests/support/browser";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import type { FaultStage } from "@/tests/support/fault-stage";
import { openFaultStage } from "@/tests/support/fault-stage";
import { mailsTo, waitForMails } from "@/tests/support/mailbox";
import type { Server } from "@/tests/support/server";

const browser = browserForFile();
const languages: Language[] = ["en", "fr"];
const draw = drawWith();
const orders = new Map<Language, OrderView>();

let stage: FaultStage;
let server: Server;

function addressIn(language: Language): string {
  return `rosalie-${language}@example.test`;
}

async function buyIn(language: Language): Promise<void> {
  const buyer = createBuyer(server);
  const person = { name: "Rosalie Tremblay", email: addressIn(language), province: "ON" };
  const { order } = (await buyer.placeOrder({ instanceId: draw.id, body: { buyer: person, locale: language } })).body;
  orders.set(language, (await buyer.pay(order, await tokenFor(stage.sandbox.url))).body.order);
}

function orderIn(language: Language): OrderView {
  const order = orders.get(language);
  if (!order) throw new Error(`Nothing was bought in ${language}.`);
  return order;
}

beforeAll(async () => {
  stage = await openFaultStage();
  server = await stage.start();
  await importDraw(server, draw);
  for (const language of languages) await buyIn(language);
  // A copy has to wait for a minute after the receipt itself.
  expect(await server.terminate()).toBe(0);
  await ageData(stage.dataDir, 2);
  server = await stage.start({}, server.port);
});

afterAll(() => stage.close());

async function openMail(page: Page, subject: string) {
  await page.goto(`${stage.sandbox.url}/sandbox/mailbox`);
  await page.getByRole("link", { name: subject }).click();
  return page.frameLocator("iframe");
}

describe.each(languages)("the receipt of an order, in %s", (language) => {
  const { order, receipt, resend, reasons } = words[language];
  const locale = `${language}-CA` as const;

  it("is sent again from the order's page as a reprint, and not so soon once more", async () => {
    const { numbers, orderCode, validationNumber, ...address } = orderIn(language);
    const [original] = await waitForMails(stage.sandbox.url, addressIn(language));
    expect(original?.subject).not.toContain(receipt.reprint);
    expect(original?.html).not.toContain(receipt.reprint);
    const page = await browser.newPage({ locale, allow: [/status of 429/] });
    await page.goto(orderUrl(server, language, address));
    await waitForState(page, language, "finalized");
    const send = page.getByRole("button", { name: resend.send });
    await send.click();
    const told = page.getByRole("status");
    const [sentWords = ""] = resend.sent.split("{email}");
    await told.filter({ hasText: sentWords }).waitFor();
    expect(await page.getByText(addressIn(language)).count()).toBe(0);

    await send.click();
    await told.filter({ hasText: reasons["resend-limit"] }).waitFor();
    await told.filter({ hasText: sentWords }).waitFor({ state: "detached" });

    const [, copy] = await waitForMails(stage.sandbox.url, addressIn(language), 2);
    expect(copy?.subject).toContain(receipt.reprint);
    const mail = await openMail(await browser.newPage({ locale }), copy?.subject ?? "");
    await mail.getByText(new RegExp(`^${receipt.reprint} · `)).waitFor();
    await mail.getByRole("heading", { name: order.yourNumbers }).waitFor();
    for (const said of [orderCode, validationNumber ?? "none", ...numbers.map(({ last }) => String(last))]) {
      expect(await mail.locator("body").innerText()).toContain(said);
    }
    expect(await mailsTo(stage.sandbox.url, addressIn(language))).toHaveLength(2);
  }, 120_000);
});
