import { expect, it } from "vitest";

import { computeOriginalLeftMs } from "./rules";

const hour = 3_600_000;
const paidAt = new Date("2026-11-20T18:00:00Z");

it("the first print is the receipt itself for an hour after the payment, and never of an order that is not paid", () => {
  const finalizedAt = paidAt.toISOString();
  const after = (ms: number) => new Date(paidAt.getTime() + ms);
  expect(computeOriginalLeftMs({ finalizedAt }, after(hour - 1))).toBe(1);
  expect(computeOriginalLeftMs({ finalizedAt }, after(hour + 1))).toBe(0);
  expect(computeOriginalLeftMs({ finalizedAt: null }, paidAt)).toBe(0);
});
