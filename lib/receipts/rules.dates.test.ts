import { describe, expect, it } from "vitest";

import { drawSchema } from "@/lib/draws/schema";
import { translatorOf } from "@/lib/platform/i18n/translator";
import { drawOnPaper, orderOnPaper } from "@/tests/support/paper";
import { drawPart, keyDatesOf } from "./rules.dates";

const main = { poolId: "main", first: 1, last: 40, void: false };
const lights = { ...main, poolId: "lights" };
const birds = ["2026-12-01T17:00:00Z", "2026-12-08T17:00:00Z"];
const draw = drawSchema.parse({
  ...drawOnPaper,
  dates: ["2026-11-01T12:00:00Z", ...birds, "2027-01-14T23:00:00Z", "2027-01-15T23:00:00Z"],
  prizes: { "Early Bird": [{ description: { en: "A pie", fr: "Une tarte" }, drawDate: birds[0] }] },
});

function paperOf(language: "en" | "fr", numbers: object[]) {
  const order = { ...orderOnPaper(language), numbers: numbers as (typeof main)[] };
  return { t: translatorOf(language), language, order, draw, checkoutHost: "https://tickets.example.test" };
}

function datesOf(language: "en" | "fr", ...numbers: object[]) {
  return keyDatesOf(paperOf(language, numbers))?.dates.map((date) => Object.values(date).filter(Boolean));
}

const [pie, second] = [
  ["Dec 1", "Early bird 1", "A pie", "December 1, 2026 at noon EST"],
  ["Dec 8", "Early bird 2", "December 8, 2026 at noon EST"],
];

describe("the dates of an order", () => {
  it.each([
    ["en", [pie, second, ["Jan 15", "The draw", "Scotiabank Arena"]]],
    [
      "fr",
      [
        ["1er\u00a0déc.", "Tirage hâtif 1", "Une tarte", "1er\u00a0décembre 2026 à\u00a0midi\u00a0HNE"],
        ["8\u00a0déc.", "Tirage hâtif 2", "8\u00a0décembre 2026 à\u00a0midi\u00a0HNE"],
        ["15\u00a0janv.", "Le tirage", "Scotiabank Arena"],
      ],
    ],
  ] as const)("are listed with what is won, and leave the draw's own to its numbers: %s", (language, dates) => {
    expect(datesOf(language, main)).toEqual(dates);
  });

  it("are all written in full where the numbers are void, which have no date beside them", () => {
    expect(datesOf("en", { ...main, void: true })?.at(-1)).toEqual([
      "Jan 15",
      "The draw",
      "January 15, 2027 at 6:00\u00a0p.m. EST",
      "Scotiabank Arena",
    ]);
  });

  it("of several draws name each, in the order of their days, and leave the place to the draw", () => {
    const numbers = [main, { ...lights, void: true }];
    expect(datesOf("en", ...numbers)).toEqual([
      pie,
      second,
      ["Dec 24", "The draw", "Lights 50/50", "December 24, 2026 at 6:00\u00a0p.m. EST"],
      ["Jan 15", "The draw", "Arena 50/50"],
    ]);
    const places = [numbers, [main]].map((of) => JSON.stringify(drawPart(paperOf("en", of))).includes("Scotiabank"));
    expect(places).toEqual([true, false]);
  });

  it("are none of a draw without numbers", () => {
    expect(datesOf("en", lights)).toEqual([["Dec 24", "The draw", "Lights 50/50", "Scotiabank Arena"]]);
    expect(keyDatesOf(paperOf("en", []))).toBeNull();
  });
});
