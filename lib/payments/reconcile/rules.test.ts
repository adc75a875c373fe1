import { describe, expect, it } from "vitest";

import { computeNextLookupAt, isMissing, reconcileSchedule } from "./rules";

const sentAt = new Date("2026-11-20T18:00:00Z");
const sinceSent = (ms: number) => new Date(sentAt.getTime() + ms);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe("the next lookup of an open attempt", () => {
  it("is soon, then twice as long after each one, up to five minutes", () => {
    const waits = [1, 2, 3, 8, 9, 40, 4000].map((asks) => {
      const now = sinceSent(20 * minute);
      return (
        (computeNextLookupAt({ state: "unknown", checkCount: asks, sentAt }, now, true)?.getTime() ?? 0) - now.getTime()
      );
    });
    expect(waits).toEqual([2, 4, 8, 256, 300, 300, 300].map((seconds) => seconds * second));
  });

  it("is exactly when an empty result starts to count, if the next one would be later", () => {
    const next = (now: Date) => computeNextLookupAt({ state: "unknown", checkCount: 20, sentAt }, now, true);
    expect(next(sinceSent(11 * minute))).toEqual(sinceSent(15 * minute));
    expect(next(sinceSent(10 * minute))).toEqual(sinceSent(15 * minute));
    expect(next(sinceSent(9 * minute))).toEqual(sinceSent(14 * minute));
    expect(next(sinceSent(15 * minute))).toEqual(sinceSent(20 * minute));
  });
});

it("comes as soon as a second lookup counts, if the first empty one was late", () => {
  const next = (missedAt: Date | null) =>
    computeNextLookupAt({ state: "unknown", checkCount: 20, sentAt, missedAt }, sinceSent(20 * minute), true);
  expect(next(sinceSent(20 * minute))).toEqual(sinceSent(21 * minute));
  expect(next(sinceSent(minute))).toEqual(sinceSent(25 * minute));
  expect(next(null)).toEqual(sinceSent(25 * minute));
});

describe("the next lookup of a missing attempt", () => {
  const next = (now: Date, isAnswered = true) =>
    computeNextLookupAt({ state: "missing", checkCount: 9, sentAt }, now, isAnswered);

  it("waits as long again as the attempt is old, up to half a day, until the end of three days", () => {
    const looks: number[] = [];
    for (let at: Date | null = sinceSent(15 * minute); at; at = next(at))
      looks.push((at.getTime() - sentAt.getTime()) / hour);
    expect(looks).toEqual([0.25, 0.5, 1, 2, 4, 8, 16, 28, 40, 52, 64, 72]);
  });

  it("is soon while it is young: its token was spent, and the bank may still be processing an earlier delivery", () => {
    const looks: number[] = [];
    for (let at: Date | null = sinceSent(0); at && at < sinceSent(2 * minute); at = next(at))
      looks.push((at.getTime() - sentAt.getTime()) / second);
    expect(looks).toEqual([0, 2, 4, 8, 16, 32, 64]);
  });

  it("doesn't happen after three days, unless the last lookup got no answer", () => {
    expect(next(sinceSent(72 * hour))).toBeNull();
    expect(next(sinceSent(72 * hour), false)).toEqual(sinceSent(84 * hour));
  });
});

it("a settled attempt is never looked up", () => {
  for (const state of ["approved", "declined", "surplus"] as const) {
    expect(computeNextLookupAt({ state, checkCount: 1, sentAt }, sinceSent(minute), true)).toBeNull();
  }
});

describe("nothing found", () => {
  it.each([
    ["at the first look, however late", null, 60 * minute, false],
    ["before 15 minutes", 5 * minute, 15 * minute - 1, false],
    ["at 15 minutes, after an earlier look", 5 * minute, 15 * minute, true],
    ["by a second look right after the first", 15 * minute, 16 * minute - 1, false],
    ["by a second look a minute after the first", 15 * minute, 16 * minute, true],
  ])("%s", (_when, missedMs, lookedUpMs, frees) => {
    const missedAt = missedMs === null ? null : sinceSent(missedMs);
    expect(isMissing({ sentAt, missedAt }, sinceSent(lookedUpMs))).toBe(frees);
  });

  it("counts within the hold of a waiting buyer", () => expect(reconcileSchedule.gracePeriodMs).toBe(15 * minute));
});
