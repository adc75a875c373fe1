import { expect, it } from "vitest";
import { clockOf } from "./clock-of";

it.each([
  [545_000, "9:05"],
  [59_999, "0:59"],
  [0, "0:00"],
])("%i ms are %s", (ms, words) => {
  expect(clockOf(ms)).toBe(words);
});

it("never exceeds the hold of 15 minutes, whose time is rounded to the second", () => {
  const reservedAt = Date.parse("2026-11-20T15:00:00.950Z");
  const dated = Date.parse("2026-11-20T15:00:00Z");
  expect(clockOf(reservedAt + 15 * 60_000 - dated)).toBe("15:00");
});
