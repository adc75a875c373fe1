import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import { languages } from "@/lib/platform/i18n/routing";
import { orderUrl, waitForState } from "@/tests/support/browser/browse-order";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { listMails, waitForMails } from "@/tests/support/sandbox/mailbox";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const draw = drawWith();

/** The orders are more than a minute old. */
type Place = { server: Server; orders: Record<Language, OrderView> };

const test = browserTest.extend<object, { place: Place }>({
  place: forFile(async (use) => {
    const stage = await openFaultStage();
    const first = await stage.start();
    await importDraw(first, draw);
    const orders = { en: await buyIn(first, "en"), fr: await buyIn(first, "fr") };
    // A copy may be sent a minute after the receipt.
    expect(await first.terminate()).toBe(0);
    await ageData(stage.dataDir, 2);
    await use({ server: await stage.start({}, first.port), orders });
    await stage.close();
  }),
});
function emailFor(language: Language): string {
  return `rosalie-${language}@example.test`;
}

async function buyIn(server: Server, language: Language): Promise<OrderView> {
  const buyer = createBuyer(server);
  const person = { name: "Rosalie Tremblay", email: emailFor(language), province: "ON" };
  const { order } = (await buyer.placeOrder({ instanceId: draw.id, body: { buyer: person, locale: language } })).body;
  return (await buyer.pay(order, await tokenFor(server.sandboxUrl))).body.order;
}

async function openMail({ sandboxUrl }: Server, page: Page, subject: string) {
  await page.goto(`${sandboxUrl}/sandbox/mailbox`);
  await page.getByRole("link", { name: subject }).click();
  return page.frameLocator("iframe");
}

for (const language of languages) {
  test.describe(`the receipt of an order, in ${language}`, () => {
    const { order, receipt, resend, reasons } = words[language];
    const locale = `${language}-CA` as const;

    test(
      "is resent from the order's page as a reprint, and not again too soon",
      fullRunOnlyIn(language),
      async ({ pages, place }) => {
        test.setTimeout(120_000);
        const { server, orders } = place;
        const { numbers, orderCode, validationNumber, ...address } = orders[language];
        const [original] = await waitForMails(server.sandboxUrl, emailFor(language));
        expect(original?.subject).not.toContain(receipt.reprint);
        expect(original?.html).not.toContain(receipt.reprint);
        const page = await pages.newPage({ locale, allow: [/status of 429/] });
        await page.goto(orderUrl(server, language, address));
        await waitForState(page, language, "finalized");
        const send = page.getByRole("button", { name: resend.send });
        await send.click();
        const status = page.getByRole("status");
        const [sentWords = ""] = resend.sent.split("{email}");
        await status.filter({ hasText: sentWords }).waitFor();
        expect(await page.getByText(emailFor(language)).count()).toBe(0);

        await send.click();
        await status.filter({ hasText: reasons["resend-limit"] }).waitFor();
        await status.filter({ hasText: sentWords }).waitFor({ state: "detached" });

        const [, copy] = await waitForMails(server.sandboxUrl, emailFor(language), 2);
        expect(copy?.subject).toContain(receipt.reprint);
        const mail = await openMail(server, await pages.newPage({ locale }), copy?.subject ?? "");
        await mail.getByText(new RegExp(`^${receipt.reprint} · `)).waitFor();
        await mail.getByRole("heading", { name: order.yourNumbers }).waitFor();
        for (const text of [orderCode, validationNumber ?? "none", ...numbers.map(({ last }) => String(last))]) {
          expect(await mail.locator("body").innerText()).toContain(text);
        }
        expect(await listMails(server.sandboxUrl, emailFor(language))).toHaveLength(2);
      },
    );
  });
}
