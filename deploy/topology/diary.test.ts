import { describe, expect, it } from "vitest";

import type { BuyerEvent } from "./diary";
import { longestGap, measureExperience } from "./diary";

const span = { fromMs: 1000, toMs: 5000 };

describe("the longest gap of a span", () => {
  it("lies between two times, whatever their order", () => {
    expect(longestGap([4500, 1200, 2000], span)).toBe(2500);
  });

  it("begins with the span, or ends with it", () => {
    expect(longestGap([4000, 4800], span)).toBe(3000);
    expect(longestGap([1100, 1500], span)).toBe(3500);
  });

  it("is the whole span if nothing happened in it", () => {
    expect(longestGap([], span)).toBe(4000);
    expect(longestGap([900, 5001], span)).toBe(4000);
  });
});

describe("what buyers met in a span", () => {
  it("counts the events inside by their kind, and measures the gap by purchases alone", () => {
    const events: BuyerEvent[] = [
      { kind: "acknowledged", atMs: 500 },
      { kind: "acknowledged", atMs: 1500 },
      { kind: "failed", atMs: 2000 },
      { kind: "retried", atMs: 2500 },
      { kind: "acknowledged", atMs: 4500 },
      { kind: "refused", atMs: 4600 },
      { kind: "given-up", atMs: 4700 },
      { kind: "failed", atMs: 5500 },
    ];
    const met = { gapMs: 3000, acknowledged: 2, failed: 1, retried: 1, refused: 2 };
    expect(measureExperience(events, span)).toEqual(met);
  });
});
