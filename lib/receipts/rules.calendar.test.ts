import { expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { receiptDraw } from "@/tests/support/draws/receipt-draw";
import { writeCalendar } from "./rules.calendar";

function calendarOf(language: Language, changes: object = {}): string[] {
  const state = { approval_state: "Approved", time_state: "Started" };
  const draw = drawSchema.parse({ ...receiptDraw, state, ...changes }) as unknown as PublicDraw;
  const place = { checkoutHost: "https://tickets.example.test", changedAt: new Date("2026-11-21T20:00:00Z") };
  const text = writeCalendar({ draw, language, t: findTranslator(language), ...place });
  return text.replace(/\r\n[ \t]/g, "").split("\r\n");
}

it("has the draw and its second draws at their times, in the requested language", () => {
  const lines = calendarOf("fr");
  expect(lines[0]).toBe("BEGIN:VCALENDAR");
  expect(lines.filter((line) => line.startsWith("DTSTART"))).toEqual([
    "DTSTART:20270115T230000Z",
    "DTSTART:20261224T230000Z",
    "DTSTART:20261230T230000Z",
  ]);
  expect(lines).toContain("SUMMARY:Tirage\u00a0: Moitié-moitié de l’aréna");
  expect(lines).toContain("UID:arena-draw@tickets.example.test");
  expect(lines).toContain("LOCATION:Scotiabank Arena");
  expect(lines.find((line) => line.startsWith("URL"))).toContain("https://tickets.example.test/fr/arena-draw");
});

it("has a draw without `dates` on the date of its grand prize, as its pages and receipts do", () => {
  const at = "2027-01-16T17:00:00Z";
  const prizes = { "Grand Prize": [{ description: "Half", drawDate: at }] };
  expect(calendarOf("en", { dates: [], prizes })).toContain("DTSTART:20270116T170000Z");
});

it("keeps user-supplied text within its line", () => {
  const lines = calendarOf("en", {
    title: "Arena\r\nATTENDEE:mailto:all@example.test, a;b",
    secondDraws: [],
    bundles: [],
  });
  expect(lines.filter((line) => line.startsWith("ATTENDEE"))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("BEGIN:VEVENT"))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith("SUMMARY"))).toContain("a\\;b");
});

it("is dated by the draw's last change, so that it stays the same until then", () => {
  expect(calendarOf("en").filter((line) => line.startsWith("DTSTAMP"))).toEqual(
    Array.from({ length: 3 }, () => "DTSTAMP:20261121T200000Z"),
  );
});

it.each([
  ["en", "SUMMARY:Sales open: Arena 50/50"],
  ["fr", "SUMMARY:Début des ventes\u00a0: Moitié-moitié de l’aréna"],
] as const)("has the opening of sales as long as that is ahead: %s", (language, summary) => {
  const at = (time_state: string) => calendarOf(language, { state: { approval_state: "Approved", time_state } });
  const ahead = at("Not Started");
  expect(ahead).toContain(summary);
  expect(ahead).toContain("UID:arena-draw..opens@tickets.example.test");
  expect(ahead).toContain("DTSTART:20261101T120000Z");
  expect(at("Started")).not.toContain(summary);
});
