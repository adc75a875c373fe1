import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { computeContrastRatio } from "@/lib/draws/pages/rules.color";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { receiptDraw } from "@/tests/support/draws/receipt-draw";
import { brandGround, createShareCardContent, roundPrize, toPlainName, toPlainText } from "./social-preview-content";

/** Unpacks the table of a WOFF file that maps characters. */
function signTable(file: Buffer): Buffer {
  for (let at = 44; at < 44 + file.readUInt16BE(12) * 20; at += 20) {
    if (file.toString("latin1", at, at + 4) !== "cmap") continue;
    const [start, packed, whole] = [4, 8, 12].map((offset) => file.readUInt32BE(at + offset)) as [
      number,
      number,
      number,
    ];
    const table = file.subarray(start, start + packed);
    return packed < whole ? inflateSync(table) : table;
  }
  throw new Error("This font names no signs.");
}

/** From the font's segment tables (format 4). */
function getCharacters(path: string): Set<string> {
  const table = signTable(readFileSync(path));
  const starts = Array.from({ length: table.readUInt16BE(2) }, (_, at) => table.readUInt32BE(8 + at * 8));
  const signs = new Set<string>();
  for (const start of starts.filter((at) => table.readUInt16BE(at) === 4)) {
    const bytes = table.readUInt16BE(start + 6);
    for (let at = 0; at < bytes; at += 2) {
      const [last, first] = [table.readUInt16BE(start + 14 + at), table.readUInt16BE(start + 16 + bytes + at)];
      for (let sign = first; sign <= last && sign < 0xffff; sign += 1) signs.add(String.fromCodePoint(sign));
    }
  }
  return signs;
}

function createContent(locale: Language, live: Partial<LiveState>, changes: object = {}) {
  const parsed = drawSchema.parse({ ...receiptDraw, ...changes }) as unknown as PublicDraw;
  const draw = { ...parsed, state: { ...parsed.state, time_state: live.salesOpen === false ? "Ended" : "Started" } };
  const state = { prize: 24_627.5, salesOpen: true, serverTime: "2026-11-20T12:00:00.000Z", ...live } as LiveState;
  return createShareCardContent({ draw: draw as PublicDraw, live: state, locale, t: findTranslator(locale) });
}

describe("roundPrize", () => {
  it.each([
    [0.99, 0],
    [12.5, 12],
    [999.99, 999],
    [1239, 1230],
    [24_627.5, 24_600],
    [1_999_999, 1_990_000],
  ])("never rounds %d up: %d", (dollars, shown) => {
    expect(roundPrize(dollars)).toBe(shown);
  });
});

describe("toPlainText", () => {
  it("removes characters that the card's font doesn't have, which would otherwise be fetched from a server", () => {
    expect(toPlainText("Ho\u0301ckey 🏒 Ночь 50/50\u202f$ “été” l’aréna\u200d", 60)).toBe(
      "Hóckey 50/50\u00a0$ “été” l’aréna",
    );
  });

  it("keeps no character that is missing from the card's font files", () => {
    const all = Array.from({ length: 0x3000 }, (_, sign) => String.fromCodePoint(sign)).join(" ");
    const allowed = new Set(toPlainText(all, Number.POSITIVE_INFINITY));
    const files = [
      "bricolage-grotesque/files/bricolage-grotesque-latin",
      "bricolage-grotesque/files/bricolage-grotesque-latin-ext",
      "noto-sans-canadian-aboriginal/files/noto-sans-canadian-aboriginal-canadian-aboriginal",
    ];
    for (const weight of [500, 800]) {
      const signs = files.map((file) => getCharacters(`node_modules/@fontsource/${file}-${weight}-normal.woff`));
      expect([...allowed].filter((sign) => !signs.some((has) => has.has(sign)))).toEqual([]);
    }
    expect(allowed.size).toBeGreaterThan(900);
  });

  it("is truncated if it is too long", () => {
    expect(toPlainText("x".repeat(80), 10)).toBe(`${"x".repeat(9)}…`);
  });
});

describe("a name on a card", () => {
  it.each([
    ["ᓄᓇᕗᑦ ᐃᓕᓐᓂᐊᖅᑐᑦ 50/50", "ᓄᓇᕗᑦ ᐃᓕᓐᓂᐊᖅᑐᑦ 50/50"],
    ["Łódź Żurek", "Łódź Żurek"],
    ["Hockey ❤️ 1️⃣ 🏒", "Hockey 1"],
  ])("%s is written as %s", (name, written) => {
    expect(toPlainName(name, 60)).toBe(written);
  });

  it.each(["Club Ночь", "W\u0331SÁNEĆ 50/50", "曼省 50/50"])("%s is left out whole, as letters are missing", (name) => {
    expect(toPlainName(name, 60)).toBe("");
  });
});

describe("the card of a draw", () => {
  it("says the estimated prize, until when tickets are sold, and the draw date", () => {
    expect(createContent("en", {})).toEqual({
      organization: "Fondation Aréna",
      title: "Arena 50/50",
      label: "Estimated prize",
      prize: "$24,600",
      closes: "Sales close Jan 14, 6:00\u00a0p.m. EST",
      when: "Draw on January 15, 2027",
      call: "Get your tickets",
      mark: "",
      ground: brandGround,
    });
    expect(createContent("fr", {})).toMatchObject({
      title: "Moitié-moitié de l’aréna",
      label: "Lot estimé",
      prize: "24\u00a0600\u00a0$",
      closes: "Fin des ventes le 14\u00a0janv. à\u00a018\u00a0h\u00a0HNE",
      when: "Tirage le 15\u00a0janvier 2027",
    });
  });

  it("calls the prize an estimate until it is drawn, whatever early birds were", () => {
    const winner = (prizeType: string) => [{ poolId: "main", prizeType, number: 4, drawnAt: "2026-12-01T17:00:00Z" }];
    expect(createContent("en", {}, { winners: winner("Early Bird") })).toMatchObject({ label: "Estimated prize" });
    expect(createContent("en", {}, { winners: winner("Grand Prize") })).toMatchObject({ label: "Winner’s prize" });
    expect(createContent("fr", { serverTime: "2027-01-15T23:00:00.000Z" })).toMatchObject({ label: "Lot" });
  });

  it("says the share of the pot while there is no prize yet, and the grand prize of a raffle", () => {
    expect(createContent("en", { prize: 0 })).toMatchObject({ label: "", prize: "Win half the pot" });
    const prizes = { "Grand Prize": [{ description: { en: "A car 🚗", fr: "Une voiture" } }] };
    const raffle = { type: "Prize raffle", prizes };
    expect(createContent("en", { prize: null }, raffle)).toMatchObject({ label: "Grand prize", prize: "A car" });
    expect(createContent("fr", { prize: null }, raffle)).toMatchObject({ label: "Gros lot", prize: "Une voiture" });
  });

  it("has the charity's colour, with readable text on it", () => {
    const ground = (color: string) => createContent("en", {}, { charity: { color } }).ground;
    expect(ground("#14513f")).toEqual({ base: "#14513f", shade: "#0f3e30", ink: "#ffffff" });
    expect(ground("#fc0").ink).toBe("#000000");
    expect(computeContrastRatio(brandGround.base, brandGround.ink)).toBeGreaterThan(4.5);
  });

  it("doesn't advertise a draw that is over, and marks a test", () => {
    expect(createContent("en", { salesOpen: false }, { isTestDraw: true })).toMatchObject({
      closes: "",
      when: "Sales have closed",
      call: "",
      mark: "TEST",
    });
  });

  it("says when a draw that is over was drawn", () => {
    const winners = [{ poolId: "main", prizeType: "Grand Prize", number: 4, drawnAt: "2027-01-15T23:10:00Z" }];
    const content = (locale: Language) => createContent(locale, { salesOpen: false }, { winners });
    expect(content("en")).toMatchObject({ closes: "", when: "Drawn on January 15, 2027", call: "" });
    expect(content("fr")).toMatchObject({ when: "Tirage effectué le 15\u00a0janvier 2027" });
  });
});
