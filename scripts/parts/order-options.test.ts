import { expect, it } from "vitest";

import { parseOrderOptions } from "./order-options";

it.each([
  ["show", ["7ABC"], { order: "7ABC", draw: null, lines: [] }],
  ["refund", ["7ABC", "--line", "2", "--draw", "gala", "--line", "3"], { order: "7ABC", draw: "gala", lines: [2, 3] }],
  ["resend", ["7ABC", "--draw", "gala"], { order: "7ABC", draw: "gala", lines: [] }],
  [
    "settle",
    ["7ABC", "--paid", "10001234"],
    { order: "7ABC", draw: null, lines: [], statement: { paid: true, transactionId: "10001234" } },
  ],
  [
    "settle",
    ["7ABC", "--not-paid", "--draw", "gala"],
    { order: "7ABC", draw: "gala", lines: [], statement: { paid: false } },
  ],
  ["settle", ["7ABC"], null],
  ["settle", ["7ABC", "--paid"], null],
  ["settle", ["7ABC", "--not-paid", "--paid", "10001234"], null],
  ["show", ["7ABC", "--not-paid"], null],
  ["show", [], null],
  ["show", ["--draw", "gala"], null],
  ["show", ["7ABC", "--line", "2"], null],
  ["refund", ["7ABC", "--line", "0"], null],
  ["refund", ["7ABC", "--line"], null],
  ["refund", ["7ABC", "--all"], null],
  ["cancel", ["7ABC"], null],
])("%s %j is %j", (command, words, options) => {
  expect(parseOrderOptions(command, words)).toEqual(options);
});
