import { describe, expect, it } from "vitest";
import { addLocalDays, fromWallClock, getDaySpan, isDay, isTimeZone } from "./local-time";

describe("a day", () => {
  it.each([
    ["2026-11-20", "America/Toronto", "2026-11-20T05:00:00.000Z", "2026-11-21T05:00:00.000Z"],
    ["2026-07-01", "America/Toronto", "2026-07-01T04:00:00.000Z", "2026-07-02T04:00:00.000Z"],
    ["2026-03-08", "America/Toronto", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["2026-11-01", "America/Toronto", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2026-11-20", "America/Vancouver", "2026-11-20T07:00:00.000Z", "2026-11-21T07:00:00.000Z"],
    ["2026-03-08", "America/Vancouver", "2026-03-08T08:00:00.000Z", "2026-03-09T07:00:00.000Z"],
    ["2026-11-01", "America/Vancouver", "2026-11-01T07:00:00.000Z", "2026-11-02T07:00:00.000Z"],
    ["2026-03-08", "America/St_Johns", "2026-03-08T03:30:00.000Z", "2026-03-09T02:30:00.000Z"],
    ["2026-07-01", "America/St_Johns", "2026-07-01T02:30:00.000Z", "2026-07-02T02:30:00.000Z"],
    ["2026-11-01", "America/St_Johns", "2026-11-01T02:30:00.000Z", "2026-11-02T03:30:00.000Z"],
    ["2026-11-20", "America/St_Johns", "2026-11-20T03:30:00.000Z", "2026-11-21T03:30:00.000Z"],
    ["2026-11-01", "America/Halifax", "2026-11-01T03:00:00.000Z", "2026-11-02T04:00:00.000Z"],
    // The island's calendar left this day out.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  ])("%s in %s lasts from %s to %s", (day, timeZone, from, to) => {
    const span = getDaySpan(day, timeZone);
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to]);
  });

  it("is one of the calendar, of the years that draws may have", () => {
    expect(["2000-01-01", "2026-11-20", "2028-02-29", "2199-12-31"].filter((day) => !isDay(day))).toEqual([]);
    const others = ["1999-12-31", "2200-01-01", "0000-01-01", "2026-02-30", "2026-13-01", "2026-1-1", "2026-11-20 "];
    expect([...others, "", "+02026-11-20", "２０２６-11-20"].filter(isDay)).toEqual([]);
  });
});

it("a time zone is one that the engine knows", () => {
  expect(["America/Toronto", "Canada/Pacific", "UTC"].filter(isTimeZone)).toHaveLength(3);
  expect(["", "Nowhere/Here", "\u0000"].filter(isTimeZone)).toEqual([]);
});

it.each([
  ["2026-11-20T19:30", "America/Toronto", "2026-11-20T19:30:00-05:00"],
  ["2026-07-01T00:00", "America/St_Johns", "2026-07-01T00:00:00-02:30"],
  // Clocks go back: the first of the two.
  ["2026-11-01T01:30", "America/Toronto", "2026-11-01T01:30:00-04:00"],
  // Clocks go forward: this time is missing.
  ["2026-03-08T02:30", "America/Toronto", "2026-03-08T03:30:00-04:00"],
])("the clock's %s in %s is the instant %s", (wallClock, timeZone, instant) => {
  expect(fromWallClock(wallClock, timeZone)).toBe(instant);
});

it("days of the calendar are added at the same time of the clock", () => {
  expect(addLocalDays("2026-10-30T21:00:00-04:00", 7, "America/Toronto")).toBe("2026-11-06T21:00:00-05:00");
});
