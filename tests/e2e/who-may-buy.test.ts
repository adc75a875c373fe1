import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { serverTest } from "@/tests/support/browser-test";
import { importDraw } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/checkout";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";

const test = serverTest();

const ottawa = { latitude: 45.4236, longitude: -75.7009, accuracy: 20 };
const gatineau = { latitude: 45.4286, longitude: -75.713, accuracy: 20 };
const chaudiereBridge = { latitude: 45.4225, longitude: -75.7127, accuracy: 20 };

/** The browser reports answers of 403 as console errors; here they are what is being tested. */
const refusals = [/status of 403/];

/** A draw with the specification's defaults: it names no check, and so makes both. */
async function openDraw(server: Server): Promise<string> {
  const { checkoutAccess: _none, ...draw } = drawWith();
  await importDraw(server, draw);
  return draw.id ?? "";
}

for (const language of languages) {
  test(`a draw with the defaults sells on a phone where the buyer is in ${language}`, async ({ pages, server }) => {
    const { checkout, reasons } = words[language as Language];
    const page = await pages.newPage({ allow: refusals });
    const context = page.context();
    const asked: string[] = [];
    await page.exposeFunction("noteAsking", (what: string) => asked.push(what));
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
    expect(asked).toEqual([]);

    const share = page.locator("#checkout-position");
    await share.click();
    await page.getByText(checkout.position.denied).waitFor();

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
    expect(asked).toHaveLength(4);
  });
}
