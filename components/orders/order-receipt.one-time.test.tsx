// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";

import { createShareCardContent } from "@/components/share/social-preview-content";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { createLocalTime } from "@/lib/local-time";
import { describePools } from "@/lib/orders/rules.pools";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { getZoneOffsets, pastYears } from "@/lib/platform/i18n/zone-offsets";
import { writeEmail } from "@/lib/receipts/email/rules";
import { writeCalendar } from "@/lib/receipts/rules.calendar";
import en from "@/messages/en.json";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import { fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import { OrderReceipt } from "./order-receipt";

const [soldAt, drawsAt] = ["2026-12-05T03:30:00Z", "2026-12-20T03:00:00Z"];
const now = new Date("2026-12-06T20:00:00Z");
const draw = drawSchema.parse({
  ...receiptDraw,
  ...{ timeZone: "America/Vancouver", endDate: drawsAt, dates: ["2026-11-01T12:00:00Z", drawsAt], secondDraws: [] },
  ...{ bundles: [], state: { approval_state: "Approved", time_state: "Started" } },
}) as unknown as PublicDraw;
const order = { ...receiptOrder("en"), finalizedAt: soldAt };
const onMain = { ...order, lines: order.lines.slice(0, 1), numbers: order.numbers.slice(0, 1), amount: 1000 };
const checkoutHost = "https://tickets.example.test";
const t = findTranslator("en");

const Format = Intl.DateTimeFormat;
afterEach(() => {
  Intl.DateTimeFormat = Format;
  vi.resetModules();
});

const spaced = (text: string) => text.replaceAll(/\s+/g, " ");

/** The tablet's browser has old time zone data. */
async function printOnOldTablet(hears: boolean): Promise<string> {
  const offsets = getZoneOffsets(draw.timeZone, now, pastYears);
  vi.resetModules();
  await import("@/tests/support/preload/old-zone-data.mjs");
  const { setServerOffsets } = await import("@/lib/platform/i18n/zoned-parts");
  if (hears) setServerOffsets(offsets);
  const { writeReceipt } = await import("@/lib/terminal/orders/rules.receipt");
  const sold = fakeTerminalOrder({ ...onMain, soldBy: "Gate 3", method: "cash", card: null });
  return spaced(JSON.stringify(writeReceipt({ t, order: sold, draw, checkoutHost, copy: 0 })));
}

const [sale, drawing] = ["December 4, 2026 at 8:30 p.m. PDT", "December 19, 2026 at 8:00 p.m. PDT"] as const;

it("tells one time of a sale and of its draw in Vancouver in December, wherever it is read", async () => {
  const page = render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <OrderReceipt {...{ draw, checkoutHost, now, order: onMain, locale: "en", pools: describePools(draw, "en") }} />
    </NextIntlClientProvider>,
  );
  const news = { kind: "receipt" as const, queuedAt: now, refund: { amount: 0, isCash: false, numbers: [] } };
  const mail = writeEmail(
    { t, language: "en", order: onMain, draw, checkoutHost },
    { ...news, results: [], prizes: new Map([["main", 500]]) },
  );
  const calendar = writeCalendar({ draw, language: "en", t, checkoutHost, changedAt: now });
  const live = { salesOpen: true, prize: 500, reason: undefined, serverTime: now.toISOString() } as LiveState;
  const card = createShareCardContent({ draw, live, locale: "en", t });
  const reported = [soldAt, drawsAt].map((at) => createLocalTime(draw.timeZone)(new Date(at)));
  // Must be last, because it leaves this process with old zone data.
  const receipt = await printOnOldTablet(true);
  const texts = [page.container.textContent ?? "", JSON.stringify(mail), receipt].map(spaced);
  for (const text of texts) {
    expect(text).toContain(sale);
    expect(text).toContain(drawing);
    expect(text).not.toContain("PST");
  }
  expect(calendar).toContain("DTSTART:20261220T030000Z");
  expect(calendar).not.toMatch(/TZID|VTIMEZONE/);
  expect(spaced(card.closes)).toBe("Sales close Dec 19, 8:00 p.m. PDT");
  expect(reported).toEqual(["2026-12-04T20:30:00.000-07:00", "2026-12-19T20:00:00.000-07:00"]);
});

it("a tablet that heard nothing of the server's zone data prints another time", async () => {
  expect(await printOnOldTablet(false)).toContain("December 4, 2026 at 7:30 p.m. PST");
});
