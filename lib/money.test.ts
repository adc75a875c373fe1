import { expect, it } from "vitest";

import { readCents } from "./money";

it.each([
  ["20", 2000],
  ["7.5", 750],
  ["7,50", 750],
  ["0.05", 5],
  [".5", 50],
  ["5.", 500],
  ["", null],
  [".", null],
  ["1.234", null],
  ["-5", null],
  ["1e3", null],
  ["1234567", null],
  ["20 $", null],
])("reads %j as %j cents", (text, cents) => {
  expect(readCents(text)).toBe(cents);
});
