import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { paperText } from "@/tests/support/browser/browse-sale";
import { openTerminal } from "@/tests/support/browser/browse-terminal";
import { deviceTest } from "@/tests/support/browser/browser-test";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { waitForMails } from "@/tests/support/sandbox/mailbox";

const test = deviceTest({ parentId: "test-parent", printer: "58mm" });
const vancouver = "America/Vancouver";
const dayMs = 24 * 60 * 60_000;

/** 7 p.m. in Vancouver on the next 16 December. Since 2026, summer time is permanent there. */
function nextDrawing(): Date {
  const at = new Date(`${new Date().getFullYear()}-12-17T02:00:00Z`);
  if (at.getTime() < Date.now() + 2 * dayMs) at.setFullYear(at.getFullYear() + 1);
  return at;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ");
}

test("one order of a draw in Vancouver in December says the same times everywhere, also on a tablet with old zone data", {
  tag: "@tablet",
}, async ({ pages, server, device }) => {
  const drawsAt = nextDrawing();
  const dates = [Date.now() - dayMs, drawsAt.getTime() - dayMs, drawsAt].map((at) => new Date(at).toISOString());
  const draw = drawWith({ timeZone: vancouver, dates, startDate: dates[0], endDate: dates[1] });
  await importDraw(server, draw);
  const buyer = createBuyer(server);
  const email = `${draw.id}@example.com`;
  const contact = { name: "Marie Roy", email, phone: "6045550199", province: "BC", postalCode: "V5K 0A1" };
  const placed = await buyer.placeOrder({ instanceId: draw.id, body: { buyer: contact } });
  const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
  const order: OrderView = paid.body.order;
  const soldAt = order.finalizedAt ?? "";

  const drawing = plain(formatInstant(drawsAt, "en", vancouver, "dated"));
  const sold = plain(formatInstant(soldAt, "en", vancouver, "dated"));
  expect(drawing).toMatch(/^December 16, \d{4} at 7:00 p\.m\. PDT$/);
  expect(sold).toContain("PDT");

  const [mail] = await waitForMails(server.sandboxUrl, email);
  const page = await pages.newPage();
  const wordsAt = async (path: string) => {
    await page.goto(server.url + path);
    return plain(await page.locator("body").innerText());
  };
  const orderPath = `/order/${draw.id}/${order.orderId}`;
  const tablet = await openTerminal(
    {
      async newPage(options) {
        const opened = await pages.newPage(options);
        await opened.addInitScript({ path: "tests/support/preload/old-zone-data.mjs" });
        return opened;
      },
    },
    { server, device, language: "en", path: `/terminal/success?instanceId=${draw.id}&orderId=${order.orderId}` },
  );
  await tablet.locator("#receipt-paper").waitFor();
  expect(
    await tablet.evaluate(() =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "America/Vancouver", timeStyle: "short" }).format(
        new Date("2026-12-17T02:00:00Z"),
      ),
    ),
  ).toContain("6:00");
  for (const [place, words] of [
    ["order page", await wordsAt(orderPath)],
    ["mail", plain(mail?.text ?? "")],
    ["tablet's receipt", await paperText(tablet)],
  ] as const) {
    expect([place, words]).toEqual([place, expect.stringContaining(drawing)]);
    expect([place, words]).toEqual([place, expect.stringContaining(sold)]);
  }
  for (const path of [`/${draw.id}`, `/${draw.id}/poster`]) {
    expect(await wordsAt(path)).toMatch(/December 16(, \d{4})? at 7:00 p\.m\. PDT/);
  }

  const calendar = await (await fetch(`${server.url}/${draw.id}/draw.ics`)).text();
  expect(calendar).toContain(`DTSTART:${drawsAt.toISOString().replaceAll(/[-:]|\.000/g, "")}`);
  const headers = { authorization: `Bearer ${server.adminKey}` };
  const report = await (await fetch(`${server.url}/api/admin/draws/${draw.id}/report`, { headers })).text();
  // The report has the time at which the payment was sent, the receipt that of its approval some milliseconds later.
  const [, reported = ""] = report.match(/"soldAt":"([^"]+)"/) ?? [];
  expect(reported).toMatch(/-07:00$/);
  expect(Date.parse(soldAt) - Date.parse(reported)).toBeLessThan(10_000);
});
