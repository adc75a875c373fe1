import { expect, it } from "vitest";

import { getPostalCodeProvince, readPostalCode } from "./postal-address";

it.each([
  "K1A 0B1",
  "k1a0b1",
  "K1A-0B1",
  "K1A  0B1",
  "K1A\u00a00B1",
  " K1A 0B1 ",
  "K1A\u20110B1",
  "\u200bK1A0B1",
  "K1A.0B1",
])("reads %j by its letters and digits", (text) => {
  expect(readPostalCode(text)).toBe("K1A 0B1");
  expect(getPostalCodeProvince(text)).toBe("ON");
});

it.each(["", "K1A", "K1A 0B", "K1A 0B12", "D1A 0B1", "K1O 0B1", "12345", "ÉK1A0B1"])("refuses %j", (text) => {
  expect(readPostalCode(text)).toBeNull();
});
