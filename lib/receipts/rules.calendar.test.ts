import { expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { translatorOf } from "@/lib/platform/i18n/translator";
import { drawOnPaper } from "@/tests/support/paper";
import { writeCalendar } from "./rules.calendar";

function calendarOf(language: Language, changes: object = {}): string[] {
  const draw = drawSchema.parse({ ...drawOnPaper, ...changes }) as unknown as PublicDraw;
  const place = { checkoutHost: "https://tickets.example.test", now: new Date("2026-11-21T20:00:00Z") };
  const text = writeCalendar({ draw, language, t: translatorOf(language), ...place });
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
