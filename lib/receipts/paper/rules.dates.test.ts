import { describe, expect, it } from "vitest";

import { drawSchema } from "@/lib/draws/schema";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import { createKeyDates, drawPart } from "./rules.dates";

const main = { poolId: "main", first: 1, last: 40, void: false };
const lights = { ...main, poolId: "lights" };
const birds = ["2026-12-01T17:00:00Z", "2026-12-08T17:00:00Z"];
const draw = drawSchema.parse({
  ...receiptDraw,
  dates: ["2026-11-01T12:00:00Z", ...birds, "2027-01-14T23:00:00Z", "2027-01-15T23:00:00Z"],
  prizes: {
    "Early Bird": [{ description: { en: "A pie", fr: "Une tarte" }, drawDate: birds[0] }],
    "Add On": [{ description: { en: "A jersey", fr: "Un chandail" } }],
  },
});

function paperOf(language: "en" | "fr", numbers: object[]) {
  const order = { ...receiptOrder(language), numbers: numbers as (typeof main)[] };
  return { t: findTranslator(language), language, order, draw, checkoutHost: "https://tickets.example.test" };
}

function datesOf(language: "en" | "fr", ...numbers: object[]) {
  return createKeyDates(paperOf(language, numbers))?.dates.map(({ day, year, time, name, prizes, place }) => {
    return [[day, year], prizes, [name, time, place].filter(Boolean)];
  });
}

const half = "Half of the pot";
const pie = [["Dec 1", "2026"], ["A pie"], ["Early bird 1", "noon EST"]];
const second = [["Dec 8", "2026"], [], ["Early bird 2", "noon EST"]];
const jan15 = ["Jan 15", "2027"];

describe("the dates of an order", () => {
  it.each([
    ["en", [pie, second, [jan15, [half, "A jersey"], ["The draw", "6:00\u00a0p.m. EST", "Scotiabank Arena"]]]],
    [
      "fr",
      [
        [["1er\u00a0déc.", "2026"], ["Une tarte"], ["Tirage hâtif 1", "midi\u00a0HNE"]],
        [["8\u00a0déc.", "2026"], [], ["Tirage hâtif 2", "midi\u00a0HNE"]],
        [
          ["15\u00a0janv.", "2027"],
          ["La moitié de la cagnotte", "Un chandail"],
          ["Le tirage", "18\u00a0h\u00a0HNE", "Scotiabank Arena"],
        ],
      ],
    ],
  ] as const)("are listed alike, that of the draw too, each with hour, year and what is won: %s", (language, dates) => {
    expect(datesOf(language, main)).toEqual(dates);
  });

  it("leave out an early bird that was drawn before the ticket was bought, and keep the number of the next", () => {
    const paper = paperOf("en", [main]);
    const paidAt = (sentAt: string, finalizedAt: string) => {
      const order = { ...paper.order, finalizedAt, lastPayment: { sentAt, state: "approved" as const } };
      return createKeyDates({ ...paper, order })?.dates.map(({ name }) => name);
    };
    expect(paidAt("2026-12-01T17:00:01Z", "2026-12-01T17:00:04Z")).toEqual(["Early bird 2", "The draw"]);
    // The time of sale counts, not that of the gateway's answer.
    expect(paidAt("2026-12-01T16:59:59Z", "2026-12-01T17:00:04Z")).toHaveLength(3);
  });

  it("are in full for a text", () => {
    const [first] = createKeyDates(paperOf("en", [main]))?.dates ?? [];
    expect(first?.at).toBe("December 1, 2026 at noon EST");
  });

  it("name the prize that a 50/50 lists for its pot in place of the half", () => {
    const prizes = { ...draw.prizes, "Grand Prize": [{ description: "Half, in one cheque" }] };
    const paper = { ...paperOf("en", [main]), draw: { ...draw, prizes } };
    expect(createKeyDates(paper)?.dates.at(-1)?.prizes).toEqual(["Half, in one cheque", "A jersey"]);
  });

  it("of several draws name each, in the order of their days, and leave the place to the draw", () => {
    const numbers = [main, lights];
    expect(datesOf("en", ...numbers)).toEqual([
      pie,
      second,
      [["Dec 24", "2026"], [half], ["Lights 50/50", "6:00\u00a0p.m. EST"]],
      [jan15, [half, "A jersey"], ["Arena 50/50", "6:00\u00a0p.m. EST"]],
    ]);
    const places = [numbers, [main]].map((of) => JSON.stringify(drawPart(paperOf("en", of))).includes("Scotiabank"));
    expect(places).toEqual([true, false]);
  });

  it("are none of a draw whose numbers are all void", () => {
    const voidLights = { ...lights, void: true };
    expect(datesOf("en", main, voidLights)).toEqual(datesOf("en", main));
    expect(createKeyDates(paperOf("en", [voidLights]))).toBeNull();
  });

  it("are none of a draw without numbers", () => {
    const only = ["The draw", "6:00\u00a0p.m. EST", "Scotiabank Arena"];
    expect(datesOf("en", lights)).toEqual([[["Dec 24", "2026"], [half], only]]);
    expect(createKeyDates(paperOf("en", []))).toBeNull();
  });
});
