import { describe, expect, it } from "vitest";

import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { readPaperWidth } from "@/lib/terminal/device/rules.registration";
import { frenchTypographyProblems } from "@/scripts/messages/french-typography";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import type { TerminalOrder } from "./rules";
import type { Receipt } from "./rules.receipt";
import { writeReceipt } from "./rules.receipt";

const languages = ["en", "fr"] as const;

function orderOf(language: Language, changes: Partial<TerminalOrder> = {}): TerminalOrder {
  const attempt = { sentAt: "2026-11-21T20:00:00Z", method: "cash", amount: 1245.5, askAt: null } as const;
  return {
    ...receiptOrder(language),
    card: null,
    method: "cash",
    soldBy: "Gate 3",
    seller: { channel: "device", device: "Gate 3", operator: "Noa", isOwn: true },
    attempts: [
      { ...attempt, method: "card", state: "declined" },
      { ...attempt, state: "approved" },
    ],
    history: [],
    hasOwnCash: true,
    reprints: 0,
    nextStep: "none",
    actions: [],
    noRefund: null,
    refundable: [],
    ...changes,
  };
}

function receiptOf(language: Language, copy = 0, changes: Partial<TerminalOrder> = {}): Receipt {
  return writeReceipt({
    t: findTranslator(language),
    order: orderOf(language, changes),
    draw: drawSchema.parse(receiptDraw),
    checkoutHost: "https://tickets.example.test",
    copy,
  });
}

function wordsOf({ marks, organization, title, heading, parts, smallPrint, thanks, code }: Receipt): string[] {
  const inside = parts.flatMap((part) => {
    if (part.kind === "facts") return part.facts.flatMap(({ name, value }) => [name, value]);
    if (part.kind === "prices") return [...part.rows, part.total].flatMap(({ name, value }) => [name, value]);
    return part.draws.flatMap((draw) => [
      draw.title,
      draw.when,
      ...draw.notes,
      ...draw.ranges.flatMap(({ words }) => words),
    ]);
  });
  const titles = parts.map((part) => part.title);
  return [...marks, organization, title, heading, ...titles, ...inside, ...smallPrint, thanks, code.label].filter(
    Boolean,
  );
}

function pricesIn({ parts }: Receipt): string[] {
  return parts.flatMap((part) => (part.kind === "numbers" ? part.draws.flatMap(({ price }) => price ?? []) : []));
}

function rowsIn({ parts }: Receipt): number {
  return parts.reduce((rows, part) => rows + (part.kind === "prices" ? part.rows.length : 0), 0);
}

/** Required by docs/draw-rules.md, Receipt contents. */
const required: Record<Language, string[]> = {
  en: [
    "Gate 3",
    "November 21, 2026 at 3:00\u00a0p.m. EST",
    "$1,245.50",
    "Ontario",
    "Cash",
    "December 1, 2026",
    "RAF-MAIN-1",
    "Fondation Aréna",
    "arena-draw",
    "1-866-531-2600",
    "Validation number",
    "aren’t donations",
    "#rules",
  ],
  fr: [
    "Gate 3",
    "21\u00a0novembre 2026",
    "1\u00a0245,50\u00a0$",
    "Ontario",
    "Comptant",
    "1er\u00a0décembre 2026",
    "RAF-MAIN-1",
    "Fondation Aréna",
    "arena-draw",
    "1-866-531-2600",
    "Numéro de validation",
    "n’est pas un don",
    "#rules",
  ],
};

describe.each(languages)("a receipt in %s", (language) => {
  it("contains everything that it must", () => {
    const words = wordsOf(receiptOf(language)).join("\n");
    for (const expected of required[language]) expect(words).toContain(expected);
    expect(words).not.toContain("tickets.example.test\n");
  });

  it("names every date exactly once", () => {
    const words = wordsOf(receiptOf(language)).join("\n");
    const dates =
      language === "en"
        ? ["December 1,", "December 24,", "January 15,"]
        : ["1er\u00a0déc", "24\u00a0déc", "15\u00a0janv"];
    for (const date of dates) expect([date, words.split(date).length - 1]).toEqual([date, 1]);
  });

  it("names the organization once, and a second draw once if its price is beside its numbers", () => {
    const [main, bundled, lights] = orderOf(language).lines;
    const lines = [main, { ...lights, bundleId: null }] as TerminalOrder["lines"];
    const receipt = receiptOf(language, 0, { lines });
    const words = wordsOf(receipt).join("\n");
    expect(words.split("Fondation Aréna").length - 1).toBe(1);
    const title = { en: "Lights 50/50", fr: "Moitié-moitié des lumières" }[language];
    expect(words.split(title).length - 1).toBe(1);
    expect(pricesIn(receipt)).toEqual(
      { en: ["$1,000.00", "$20.00"], fr: ["1\u00a0000,00\u00a0$", "20,00\u00a0$"] }[language],
    );
    // If a draw has two prices, or a bundle's, each line has its own.
    expect(pricesIn(receiptOf(language))).toEqual([]);
    const twice = [main, { ...bundled, bundleId: null }] as TerminalOrder["lines"];
    expect(rowsIn(receiptOf(language, 0, { lines: twice }))).toBe(2);
    expect([rowsIn(receipt), rowsIn(receiptOf(language))]).toEqual([0, 2]);
  });

  it("says nothing about a web sale, and is well typeset", () => {
    const receipt = receiptOf(language, 1);
    const words = wordsOf(receipt);
    expect(words.join("\n")).not.toMatch(/online at|en ligne/i);
    const problems = language === "fr" ? words.flatMap((text) => frenchTypographyProblems(text)) : [];
    expect(problems).toEqual([]);
  });

  it("opens its order by QR code, in its own language", () => {
    const { code } = receiptOf(language);
    const prefix = language === "fr" ? "/fr" : "";
    expect(code.url).toBe(
      `https://tickets.example.test${prefix}/order/${orderOf(language).instanceId}/${orderOf(language).orderId}`,
    );
  });
});

describe("a receipt", () => {
  it("is marked if it is a reprint, and if it is a test, and only then", () => {
    expect(receiptOf("en", 0, { isTest: false }).marks).toEqual([]);
    expect(receiptOf("en", 2, { isTest: false }).marks).toEqual(["REPRINT 2"]);
    expect(receiptOf("fr", 2, { isTest: false }).marks).toEqual(["RÉIMPRESSION 2"]);
    expect(receiptOf("en", 0, { isTest: true }).marks).toEqual(["TEST · not a valid ticket"]);
  });

  it("is identical on every reprint except for its mark", () => {
    expect({ ...receiptOf("en", 3), marks: [] }).toEqual({ ...receiptOf("en", 1), marks: [] });
  });

  it.each(languages)("names the tablet and the card that paid there or on the buyer's phone, in %s", (language) => {
    const { card } = receiptOrder(language);
    const words = wordsOf(receiptOf(language, 1, { card, method: "card" }));
    expect(words).toEqual(expect.arrayContaining(["Gate 3", "Visa ••••\u00a01234"]));
    expect(words.join("\n")).not.toMatch(/online at|en ligne|^(Cash|Comptant)$/im);
  });

  it.each([
    ["58", 58],
    ["58mm", 58],
    ["browser-80", 80],
    ["Star TSP100 80 mm", 80],
    ["browser", null],
    ["none", null],
    ["model 1580", null],
    ["580", null],
    [undefined, null],
  ] as const)("for the printer %j is printed on a %j mm roll", (printer, width) => {
    expect(readPaperWidth(printer)).toBe(width);
  });
});
