import { expect, it } from "vitest";

import { parseOrderOptions } from "./options";

it.each([
  ["show", ["7ABC"], { order: "7ABC", draw: null, lines: [] }],
  ["refund", ["7ABC", "--line", "2", "--draw", "gala", "--line", "3"], { order: "7ABC", draw: "gala", lines: [2, 3] }],
  ["refund", ["7ABC", "--drawer", "gate-2"], { order: "7ABC", draw: null, lines: [], drawer: "gate-2" }],
  ["refund", ["7ABC", "--drawer"], null],
  ["refund", ["7ABC", "--reason", "duplicate"], { order: "7ABC", draw: null, lines: [], reason: "duplicate" }],
  ["resend", ["7ABC", "--reason", "duplicate"], null],
  ["resend", ["7ABC", "--drawer", "gate-2"], null],
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
  [
    "correct",
    ["7ABC", "--email", "marie@example.test", "--draw", "gala", "--name", "Marie Roy"],
    { order: "7ABC", draw: "gala", lines: [], correction: { email: "marie@example.test", name: "Marie Roy" } },
  ],
  ["correct", ["7ABC"], null],
  ["correct", ["7ABC", "--email"], null],
  ["correct", ["7ABC", "--city", "Laval"], null],
  ["correct", ["7ABC", "--phone", "5145550199", "--phone", "5145550198"], null],
  ["resend", ["7ABC", "--email", "marie@example.test"], null],
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
