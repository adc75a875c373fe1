import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { csvLine, safeText } from "./csv";

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) cell += text[at];
      at += 1;
    } else {
      for (; at < text.length && text[at] !== "," && text[at] !== "\r"; at += 1) cell += text[at];
    }
    row.push(cell);
    if (text[at] === ",") at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."=+-@＝＋－＠﹦−,;|'\"\t\r\n \u00a0\u200b\u{feff}0E1A"),
      fc.string({ unit: "grapheme" }),
    ),
  )
  .map((parts) => parts.join(""));

const signs = /^[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r\n]/u;

describe("csvLine", () => {
  it("is read back as the same cells by a standard parser", () => {
    fc.assert(
      fc.property(fc.array(fc.array(tricky, { minLength: 1 }), { minLength: 1 }), (rows) => {
        expect(parseCsv(rows.map(csvLine).join(""))).toEqual(rows.map((row) => row.map(safeText)));
      }),
    );
  });

  it("starts no cell with a formula, even if another character is taken for the separator", () => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 1 }), (row) => {
        const line = csvLine(row);
        for (const cell of parseCsv(line)[0] ?? []) expect(cell.replace(/^[\p{C}\p{Z}]+/u, "")).not.toMatch(signs);
        for (const cell of line.split(/[,;|\t\r\n"]+/)) {
          expect(cell.replace(/^[\p{C}\p{Z}]+/u, "")).not.toMatch(signs);
        }
      }),
    );
  });

  it("adds nothing but apostrophes", () => {
    fc.assert(
      fc.property(tricky, (text) => {
        expect(safeText(text).replaceAll("'", "")).toBe(text.replaceAll("'", ""));
      }),
    );
  });

  it("leaves numbers bare and harmless text unchanged", () => {
    expect(csvLine([12, 0, 7.5, null, "", "WW-1A2B3C4D", "2026-11-20T13:05:00.000-05:00"])).toBe(
      '12,0,7.5,,,"WW-1A2B3C4D","2026-11-20T13:05:00.000-05:00"\r\n',
    );
  });

  it.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["＝1", "'＝1"],
    [" \u200b@x", "' \u200b@x"],
    ["\tx", "'\tx"],
    ["a;=1", "a;'=1"],
    ['a",+1', "a\",'+1"],
    ["Rock - Paper", "Rock - Paper"],
    ["0012", "'0012"],
    ["12345E67", "'12345E67"],
    ["1E-5", "'1E-5"],
    ["2026-11", "'2026-11"],
    ["3-20", "'3-20"],
    ["may5", "'may5"],
    ["5-mai", "'5-mai"],
    ["1234", "1234"],
    ["pack-20", "pack-20"],
  ])("writes %j as %j", (text, safe) => {
    expect(safeText(text)).toBe(safe);
  });
});
