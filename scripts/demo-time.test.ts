import fc from "fast-check";
import { expect, it } from "vitest";

import { torontoInstant, torontoMinute } from "./demo-time";

const wall = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});

/** The day and the time of a clock in Toronto. */
const wallOf = (at: Date) => wall.format(at).split(", ");

const starts = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2039-12-31T23:59:59Z"),
  noInvalidDate: true,
});

/** Minutes around which clocks change, years end, and days begin in Toronto and in Greenwich. */
const edges = [
  ...["2026-11-01T03:59:30Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-02T04:59:59Z"],
  ...["2027-03-14T04:59:00Z", "2027-03-14T06:59:59Z", "2027-03-14T07:00:00Z", "2027-03-15T03:59:00Z"],
  ...["2026-12-31T23:59:59Z", "2027-01-01T04:59:59Z", "2027-01-01T05:00:00Z", "2028-02-29T04:30:00Z"],
].map((at) => new Date(at));

it("is a day's local time in Toronto, whenever it is asked for", () => {
  const days = fc.integer({ min: -40, max: 70 });
  const times = fc.constantFrom("08:00", "09:00", "12:00", "18:00", "21:30");
  fc.assert(
    fc.property(starts, days, times, (now, ahead, time) => {
      const [today = ""] = wallOf(now);
      const [day = "", shown] = wallOf(new Date(torontoInstant(now, ahead, time)));
      expect([(Date.parse(day) - Date.parse(today)) / 86_400_000, shown]).toEqual([ahead, time]);
    }),
    { examples: edges.flatMap((at) => [-1, 0, 1, 3].map((ahead): [Date, number, string] => [at, ahead, "09:00"])) },
  );
});

it("returns the next full minute of a step, with the UTC offset at that time", () => {
  const minutes = fc.integer({ min: 0, max: 90 });
  fc.assert(
    fc.property(starts, minutes, fc.constantFrom(1, 5, 15), (now, ahead, step) => {
      const text = torontoMinute(now, ahead, step);
      const [at, earliest] = [Date.parse(text), now.getTime() + ahead * 60_000];
      expect([at % (step * 60_000), at >= earliest, at < earliest + step * 60_000]).toEqual([0, true, true]);
      const [day, time] = wallOf(new Date(at));
      expect(text.slice(0, 16)).toBe(`${day}T${time}`);
    }),
    { examples: edges.map((at): [Date, number, number] => [at, 35, 5]) },
  );
});
