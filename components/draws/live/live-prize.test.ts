import { describe, expect, it } from "vitest";

import { splitTime } from "./live-prize";

describe("splitTime", () => {
  it.each([
    [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    [-5000, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
    [60_000, { days: 0, hours: 0, minutes: 1, seconds: 0 }],
    [86_399_000, { days: 0, hours: 23, minutes: 59, seconds: 59 }],
    [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
  ])("%d ms", (ms, left) => {
    expect(splitTime(ms)).toEqual(left);
  });
});
