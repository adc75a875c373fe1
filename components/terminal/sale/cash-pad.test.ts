import { describe, expect, it } from "vitest";

import type { PadKey } from "./cash-pad";
import { applyPadKey, computeChange, isUnlikely, listQuickAmounts } from "./cash-pad";

describe("cash amounts", () => {
  it.each<[PadKey[], string]>([
    [["2", "0"], "20"],
    [["1", "00"], "100"],
    [[".", "5"], "0.5"],
    [["7", ".", "5", "0", "9"], "7.50"],
    [["7", ".", "."], "7."],
    [["4", "5", "back"], "4"],
    [["4", "5", "clear", "6"], "6"],
    [["back"], ""],
  ])("the keys %j enter %j", (keys, text) => {
    expect(keys.reduce(applyPadKey, "")).toBe(text);
  });

  it("offers the bills above a total, and none for a total above them all", () => {
    expect(listQuickAmounts(2000)).toEqual([5000, 10_000]);
    expect(listQuickAmounts(750)).toEqual([2000, 5000, 10_000]);
    expect(listQuickAmounts(10_001)).toEqual([]);
  });

  it("calculates change, and none if too little was given", () => {
    expect(computeChange(1250, 2000)).toBe(750);
    expect(computeChange(1250, 1250)).toBe(0);
    expect(computeChange(1250, 1249)).toBeNull();
  });

  it("asks about more than $1,000 above the total, and about no less", () => {
    expect([101_250, 101_251, 40_123_400].map((cents) => isUnlikely(1250, cents))).toEqual([false, true, true]);
  });
});
