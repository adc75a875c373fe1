import { describe, expect, test } from "vitest";
import { testCards } from "@/sandbox/test-cards";
import { detectBrand, groupDigits, isHopelessNumber, isWholeNumber } from "./card-brands.js";
import { caretAfter } from "./caret.js";
import { getFieldKind } from "./field-kinds.js";

const november = { brands: undefined, brand: "unknown", now: () => new Date("2026-11-20T12:00:00") };

describe("card number", () => {
  test.each(testCards.map(({ number }) => number))("%s is valid, and invalid with a wrong last digit", (number) => {
    expect(isWholeNumber(number, undefined)).toBe(true);
    const off = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    expect(isWholeNumber(off, undefined)).toBe(false);
  });

  test.each([
    ["4", "visa", "4030000010001234", "4030 0000 1000 1234"],
    ["37", "amex", "371100001000131", "3711 000010 00131"],
    ["2223", "mastercard", "2223000048400011", "2223 0000 4840 0011"],
    ["6011", "discover", "6011500080009080", "6011 5000 8000 9080"],
    ["36", "diners", "36000000000008", "3600 000000 0008"],
    ["9", "unknown", "9999", "9999"],
  ])("%s is %s", (start, brand, digits, grouped) => {
    expect(detectBrand(start)).toBe(brand);
    expect(groupDigits(digits)).toBe(grouped);
  });

  test("a brand that the merchant doesn't accept is invalid", () => {
    expect(isWholeNumber("371100001000131", ["visa", "mastercard"])).toBe(false);
    expect(isHopelessNumber("371100", ["visa", "mastercard"])).toBe(true);
    expect(isHopelessNumber("4030", ["visa"])).toBe(false);
  });
});

describe("expiry", () => {
  const expiry = getFieldKind("expiry");

  test.each([
    ["1", "1"],
    ["5", "05 / "],
    ["12", "12 / "],
    ["1230", "12 / 30"],
    ["12/2030", "12 / 30"],
  ])("%j is formatted as %j", (typed, written) => {
    expect(expiry?.write(expiry.digits(typed), false, november)).toBe(written);
  });

  test("a deleted separator stays deleted", () => {
    expect(expiry?.write("12", true, november)).toBe("12");
  });

  test.each([
    ["1126", null],
    ["1026", "ExpiryIsInThePast"],
    ["1325", "ExpiryIsNotSet"],
    ["0030", "ExpiryIsNotSet"],
    ["12", "ExpiryIsNotSet"],
  ])("%s in November 2026 is %s", (digits, error) => {
    expect(expiry?.findError(digits, november)).toBe(error);
  });
});

test("the caret keeps its position among the digits", () => {
  expect(caretAfter("4030 0000", 4)).toBe(4);
  expect(caretAfter("4030 0000", 5)).toBe(6);
  expect(caretAfter("4030", 9)).toBe(4);
});
